/** Functions of react-router that only its framework mode needs, or developers: what each comes to without one. */
const UNUSED_OF_ROUTER = {
  PrefetchPageLinks: "() { return null; }",
  usePrefetchBehavior: "() { return [false, null, {}]; }",
  useViewTransitionState: "() { return false; }",
  RSCErrorHandler: "({ children }) { return children; }",
  parseHydrationData: "() {}",
  getRouteInstrumentationUpdates: "() { return {}; }",
  instrumentClientSideRouter: "(router) { return router; }",
};

/**
 * The code of react-router without them, for the bundler to see what nothing needs; null of its other files. Throws when a release
 * has none of one. @param {string} code @returns {string | null}
 */
export function leanRouterOf(code) {
  if (!code.includes("function createBrowserRouter(")) return null;
  const named = code
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, "")
    .replaceAll(/^var (Form|NavLink|Link) = (?=React\d+\.forwardRef)/gm, "var $1 = /* @__PURE__ */ ");
  return Object.entries(UNUSED_OF_ROUTER).reduce((left, [name, instead]) => {
    const [before, after, ...more] = left.split(`\nfunction ${name}(`);
    if (after === undefined || more.length > 0) throw new Error(`react-router has no ${name} any more.`);
    return `${before}\nfunction ${name}${instead}\nfunction ${name}Unused(${after}`;
  }, named);
}
