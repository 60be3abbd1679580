import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Who fills the form of a module, and that form. */
export type Hands = { user: UserEvent; form: HTMLElement };
export type Act = (hands: Hands) => Promise<void>;

export const press =
  (label: string | RegExp): Act =>
  async ({ user, form }) =>
    user.click(await within(form).findByLabelText(label));

export async function type(user: UserEvent, control: HTMLElement, text: string): Promise<void> {
  await user.clear(control);
  await user.paste(text);
}

export const write =
  (label: string | RegExp, text: string): Act =>
  async ({ user, form }) =>
    type(user, await within(form).findByLabelText(label), text);

/** One after the other. */
export const all =
  (...acts: Act[]): Act =>
  async (hands) => {
    for (const act of acts) await act(hands);
  };

/** Does it in the group of this name only. */
export const inGroup =
  (name: string, act: Act): Act =>
  async ({ user, form }) =>
    act({ user, form: await within(form).findByRole("group", { name }) });

export const add =
  (name: string | RegExp): Act =>
  ({ user, form }) =>
    user.click(within(form).getByRole("button", { name }));

/** Adds an entry to a list that is shown in lines, and fills it. */
export const addLine = (label: string, text: string): Act =>
  inGroup(
    label,
    all(add(/^Add /), ({ user, form }) =>
      type(user, within(form).getAllByRole("textbox").at(-1) ?? form, text),
    ),
  );

/** Adds an entry to a list that is shown as chips. */
export const addChip = (label: string, text: string): Act =>
  all(write(label, text), ({ user }) => user.keyboard("{Enter}"));

/** Types into a box of choices and takes the first that fits. */
export const pick =
  (name: string, text: string): Act =>
  async ({ user, form }) => {
    await type(user, await within(form).findByRole("combobox", { name }), text);
    await screen.findAllByRole("option");
    await user.keyboard("{ArrowDown}{Enter}");
  };
