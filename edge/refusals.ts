/** What the edge answers by itself. `code` is stable; `text` says what happened, then what its reader can do, the owner last. */
export const REFUSALS = {
  hostUnknown: {
    status: 404,
    code: "ERR_GATEHOUSE_3200",
    title: "Nothing is served here",
    text: "No app has this address. Check its spelling. If it is yours, check that its agent is online.",
  },
  endpointOffline: {
    status: 503,
    code: "ERR_GATEHOUSE_3201",
    title: "Offline",
    text: "The app at this address is offline. Try again later. If it is yours, start its agent.",
  },
  routeUnknown: {
    status: 404,
    code: "ERR_GATEHOUSE_3202",
    title: "No route",
    text: "Nothing is served at this path. Check its spelling. If the address is yours, create a route for the path.",
  },
  pathDoubtful: {
    status: 400,
    code: "ERR_GATEHOUSE_3205",
    title: "Unclear path",
    text: "Apps could read this path in two ways. Write it without encoded or doubled slashes, semicolons and dots.",
  },
  backendMissing: {
    status: 503,
    code: "ERR_GATEHOUSE_3203",
    title: "No backend",
    text: "This address leads to no app yet. Try again later. If it is yours, choose its backend in the console.",
  },
  moduleNotApplied: {
    status: 503,
    code: "ERR_GATEHOUSE_3204",
    title: "Closed",
    text: "This address lets nobody in, because its settings can’t be applied. Ask its owner. If it is yours, look for the error code under Requests in the console.",
  },
  addressBlocked: {
    status: 403,
    code: "ERR_GATEHOUSE_3230",
    title: "Your IP address is not allowed",
    text: "The owner of this address limits who can reach it by IP address. Ask them to allow yours.",
  },
  userAgentBlocked: {
    status: 403,
    code: "ERR_GATEHOUSE_3231",
    title: "This program is not allowed",
    text: "The owner of this address limits which programs can reach it. Use another browser or program, or ask them.",
  },
  certificateRefused: {
    status: 403,
    code: "ERR_GATEHOUSE_3232",
    title: "Client certificate required",
    text: "This address needs a client certificate that its owner accepts. Install one, or choose another, then try again.",
  },
  certificateNotAsked: {
    status: 421,
    code: "ERR_GATEHOUSE_3233",
    title: "Connect again",
    text: "This address needs a client certificate, and this connection was opened without one. Connect again, over HTTPS.",
  },
  tlsTooOld: {
    status: 421,
    code: "ERR_GATEHOUSE_3235",
    title: "Connect again",
    text: "This address needs a newer version of TLS than this connection has. Connect again, or update your browser or program.",
  },
  breakerOpen: {
    status: 503,
    code: "ERR_GATEHOUSE_3234",
    title: "Paused",
    text: "The app failed too often, so this address pauses for a while. Try again later.",
  },
  signInRequired: {
    status: 401,
    code: "ERR_GATEHOUSE_3240",
    title: "Sign in first",
    text: "This address needs a sign-in. Open it in a browser.",
  },
  signInBroken: {
    status: 400,
    code: "ERR_GATEHOUSE_3241",
    title: "Sign in again",
    text: "This sign-in is too old, was used before, or began in another browser. Open the address again.",
  },
  signInRefused: {
    status: 403,
    code: "ERR_GATEHOUSE_3242",
    title: "Sign-in failed",
    text: "Your sign-in provider did not sign you in. Open the address again, or ask its owner.",
  },
  accountNotAllowed: {
    status: 403,
    code: "ERR_GATEHOUSE_3243",
    title: "Your account is not allowed",
    text: "You are signed in, but the owner of this address limits which accounts can reach it. Use another account, or ask them.",
  },
  providerDown: {
    status: 503,
    code: "ERR_GATEHOUSE_3244",
    title: "Sign-in is not available",
    text: "The sign-in provider of this address isn’t working. Try again later. If the address is yours, check its sign-in settings.",
  },
  tokenMissing: {
    status: 401,
    code: "ERR_GATEHOUSE_3260",
    title: "Token required",
    text: "This address needs a JSON Web Token. Send one as its owner describes.",
  },
  tokenRefused: {
    status: 403,
    code: "ERR_GATEHOUSE_3261",
    title: "Token not accepted",
    text: "This address does not accept the token. Get a new one from its issuer, then try again.",
  },
  keysUnknown: {
    status: 503,
    code: "ERR_GATEHOUSE_3262",
    title: "Tokens can’t be checked",
    text: "The keys of the token’s issuer can’t be read. Try again later. If the address is yours, check its key URL.",
  },
  webhookRefused: {
    status: 403,
    code: "ERR_GATEHOUSE_3250",
    title: "Not a verified webhook",
    text: "This address accepts only webhooks that their provider signed. If it is yours, check the provider and the secret.",
  },
  policyDenied: {
    status: 403,
    code: "ERR_GATEHOUSE_3270",
    title: "Not allowed",
    text: "A rule of this address does not allow this request. Ask its owner.",
  },
  rateLimited: {
    status: 429,
    code: "ERR_GATEHOUSE_3271",
    title: "Too many requests",
    text: "This address limits how often it can be called. Try again later.",
  },
  upstreamRefused: {
    status: 502,
    code: "ERR_GATEHOUSE_3210",
    title: "The app doesn’t respond",
    text: "This address is online, but its app can’t be reached. Try again later. If it is yours, check that the app is running.",
  },
  upstreamBroke: {
    status: 502,
    code: "ERR_GATEHOUSE_3211",
    title: "The app disconnected",
    text: "The connection to the app was lost before it responded. Try again. If the app is yours, check its log.",
  },
  upstreamSlow: {
    status: 504,
    code: "ERR_GATEHOUSE_3212",
    title: "The app takes too long",
    text: "The app didn’t respond in time. Try again later. If it is yours, check its log.",
  },
  requestBroken: {
    status: 400,
    code: "ERR_GATEHOUSE_3220",
    title: "Invalid request",
    text: "The request is not valid HTTP. Check the address, or the program that sent it.",
  },
  headersTooLarge: {
    status: 431,
    code: "ERR_GATEHOUSE_3221",
    title: "Headers too large",
    text: "The headers of the request are too large. Send less.",
  },
  requestSlow: {
    status: 408,
    code: "ERR_GATEHOUSE_3222",
    title: "Too slow",
    text: "The request took too long to arrive. Try again.",
  },
  bodyTooLong: {
    status: 413,
    code: "ERR_GATEHOUSE_3223",
    title: "Body too long",
    text: "The body is too long for this address to check. Send less.",
  },
  webSocketNeeded: {
    status: 400,
    code: "ERR_GATEHOUSE_3224",
    title: "WebSocket needed",
    text: "This address speaks WebSocket only. Connect with a program that does.",
  },
  httpsNeeded: {
    status: 308,
    code: "ERR_GATEHOUSE_3226",
    title: "HTTPS needed",
    text: "This port speaks HTTPS only. Open the same address with https://.",
  },
  expectationUnknown: {
    status: 417,
    code: "ERR_GATEHOUSE_3225",
    title: "Expectation not met",
    text: "The Expect header of the request says something other than 100-continue. Send the request without it.",
  },
  edgeFailed: {
    status: 500,
    code: "ERR_GATEHOUSE_3299",
    title: "Something went wrong",
    text: "This request couldn’t be handled. Try again later. If it is your address, look for the ID below in the service’s log.",
  },
} as const satisfies Record<string, { status: number; code: string; title: string; text: string }>;

export type RefusalName = keyof typeof REFUSALS;

/** Refusals of requests for which the app, or who is asked before it, was not reached in time. */
export const UNREACHED: ReadonlySet<RefusalName> = new Set([
  "upstreamRefused",
  "upstreamBroke",
  "upstreamSlow",
  "providerDown",
  "keysUnknown",
]);

/** `failed` where something did not work; by every other refusal a visitor was kept out, or sent what nobody can serve. */
export const refusalOutcome = (name: RefusalName): "failed" | "refused" =>
  REFUSALS[name].status >= 500 ? "failed" : "refused";

/** The code of a refusal, as its answer and its event have it. */
export const refusalCode = (name: RefusalName): string => REFUSALS[name].code;

/** How one is answered: status, title and text. */
export const refusalText = (name: RefusalName) => REFUSALS[name];
