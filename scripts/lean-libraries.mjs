/** Functions that nothing here runs, by a function of the file that has them: what each comes to. @type {Record<string, Record<string, string>>} */
const UNUSED = {
  // What only react-router's framework mode needs, and its actions.
  createBrowserRouter: {
    PrefetchPageLinks: "() { return null; }",
    usePrefetchBehavior: "() { return [false, null, {}]; }",
    useViewTransitionState: "() { return false; }",
    RSCErrorHandler: "({ children }) { return children; }",
    decodeRouteErrorResponseDigest: "() {}",
    parseHydrationData: "() {}",
    getRouteInstrumentationUpdates: "() { return {}; }",
    instrumentClientSideRouter: "(router) { return router; }",
    // Forms are sent by the fetch client, never by the router.
    normalizeNavigateOptions: "(isFetcher, path) { return { path }; }",
    getInternalRouterError:
      "(status) { return new ErrorResponseImpl(status, String(status), undefined, true); }",
  },
  infiniteQueryBehavior: {
    infiniteQueryBehavior: '() { throw new Error("No infinite queries: scripts/lean-libraries.mjs"); }',
  },
};

/**
 * The code of a file of react-router or react-query without them, for the bundler to see what nothing needs; null of other files.
 * Throws when a release has none of one. @param {string} code @returns {string | null}
 */
export function leanOf(code) {
  const [, unused] = Object.entries(UNUSED).find(([mark]) => code.includes(`\nfunction ${mark}(`)) ?? [];
  if (!unused) return null;
  // A component is made where it is defined: what says so keeps those that nothing shows.
  const pure = code
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, "")
    .replaceAll(/^var (Form|NavLink|Link) = (?=React\d+\.forwardRef)/gm, "var $1 = /* @__PURE__ */ ")
    // What tells a developer how the library is to be used.
    .replaceAll(/^( *)(warning|warnOnce)\(/gm, "$1/* @__PURE__ */ $2(");
  return Object.entries(unused).reduce((left, [name, instead]) => {
    const [before, after, ...more] = left.split(`\nfunction ${name}(`);
    if (after === undefined || more.length > 0) throw new Error(`There is no ${name} any more.`);
    return `${before}\nfunction ${name}${instead}\nfunction ${name}Unused(${after}`;
  }, pure);
}
