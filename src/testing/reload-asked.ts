/** Does the browser ask before this page is reloaded or closed? */
export function reloadIsAsked(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}
