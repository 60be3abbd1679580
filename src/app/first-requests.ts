import { PAGE_LIMIT_MAX } from "#contract/api-facts.ts";
import { RESOURCES } from "#resources/all.ts";
import { href } from "#resources/paths.ts";
import { tunnels } from "#resources/tunnels.ts";

const listed = (list: string) => RESOURCES.filter((one) => one.path !== undefined && one.list() === list);

/** The lists that each page of lists reads first, by its path; the build puts them into index.html (src/api/boot.ts). */
export const FIRST_REQUESTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...new Set(RESOURCES.map((one) => one.list()))].map((page) => [
    page,
    [...listed(page), ...(page === href.sessions() ? [tunnels] : [])].map(
      ({ path }) => `${path}?limit=${PAGE_LIMIT_MAX}`,
    ),
  ]),
);
