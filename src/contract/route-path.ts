/**
 * Whether no request has this path: clients resolve dot segments before they ask, and apps read a doubled slash in two ways
 * (docs/decisions/edge/one-path.md).
 */
export const isNeverAsked = (path: string): boolean =>
  /\/\/|\/\.\.?(?:\/|$)/.test(path.replaceAll(/%2e/gi, "."));
