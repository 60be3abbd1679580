/** What an operator does about what the edge answered by itself, by its code (edge/README.md#refusals). */
const WORDS: Readonly<Record<string, { title: string; help: string }>> = {
  ERR_GATEHOUSE_3200: {
    title: "Unknown address",
    help: "No tunnel or edge has this address. Check its spelling, or that its agent is online.",
  },
  ERR_GATEHOUSE_3201: { title: "No agent online", help: "Start an agent that serves this address." },
  ERR_GATEHOUSE_3202: {
    title: "No route",
    help: "No route of the edge matches this path. Create one, or a route with the prefix /.",
  },
  ERR_GATEHOUSE_3203: { title: "No backend", help: "Choose a backend for the route or edge, or turn it on." },
  ERR_GATEHOUSE_3204: {
    title: "Closed by a module",
    help: "A module that decides who gets in can’t be applied. Correct it, or turn it off.",
  },
  ERR_GATEHOUSE_3205: {
    title: "Unclear path",
    help: "An app could read this path as one of another route, and so get past that route’s modules. Write it without encoded or doubled slashes, semicolons and dots.",
  },
  ERR_GATEHOUSE_3210: {
    title: "App unreachable",
    help: "The agent is online, but its app did not accept the connection. Check that the app is running and where the tunnel forwards to.",
  },
  ERR_GATEHOUSE_3211: {
    title: "App disconnected",
    help: "The connection to the app was lost before it responded. Check the app’s log at this time.",
  },
  ERR_GATEHOUSE_3212: {
    title: "App too slow",
    help: "The app did not respond in time. Check what it waits for.",
  },
  ERR_GATEHOUSE_3220: { title: "Invalid request", help: "What the visitor sent is not valid HTTP." },
  ERR_GATEHOUSE_3221: {
    title: "Headers too large",
    help: "The visitor sent more headers than the edge takes.",
  },
  ERR_GATEHOUSE_3222: { title: "Visitor too slow", help: "The request did not arrive in time." },
  ERR_GATEHOUSE_3223: {
    title: "Body too long",
    help: "A module reads the body, and this one is too long for that. Decisions shows which.",
  },
  ERR_GATEHOUSE_3224: {
    title: "Not a WebSocket",
    help: "This route converts WebSocket to TCP, and the visitor sent something else.",
  },
  ERR_GATEHOUSE_3225: {
    title: "Unknown expectation",
    help: "The Expect header of the request says something other than 100-continue.",
  },
  ERR_GATEHOUSE_3226: {
    title: "HTTPS needed",
    help: "The visitor sent plain HTTP to the HTTPS port, and was redirected to https://.",
  },
  ERR_GATEHOUSE_3230: {
    title: "IP address blocked",
    help: "The IP restriction doesn’t allow this address. Decisions shows the rule.",
  },
  ERR_GATEHOUSE_3231: {
    title: "Program blocked",
    help: "The user agent filter doesn’t allow this program. Decisions shows the pattern.",
  },
  ERR_GATEHOUSE_3232: {
    title: "Client certificate refused",
    help: "The visitor showed no certificate that mutual TLS accepts. Decisions shows why.",
  },
  ERR_GATEHOUSE_3233: {
    title: "Connected without certificate",
    help: "The connection began before mutual TLS was changed, for another address, or without TLS. Visitors connect again.",
  },
  ERR_GATEHOUSE_3234: {
    title: "Circuit breaker open",
    help: "Too many responses failed, so the circuit breaker paused requests. Check the app’s log before this time.",
  },
  ERR_GATEHOUSE_3235: {
    title: "TLS version too old",
    help: "The connection began before TLS termination was changed, or for another address. Visitors connect again.",
  },
  ERR_GATEHOUSE_3240: {
    title: "Sign-in required",
    help: "The visitor had no session, and the request was not a page that a browser opens. Visitors sign in by opening one.",
  },
  ERR_GATEHOUSE_3241: {
    title: "Sign-in out of date",
    help: "The visitor came back from the provider too late, twice, or in another browser. Opening the address starts a new sign-in.",
  },
  ERR_GATEHOUSE_3242: {
    title: "Sign-in refused",
    help: "The provider refused the sign-in, or its response was not valid. Decisions shows why.",
  },
  ERR_GATEHOUSE_3243: {
    title: "Account not allowed",
    help: "The visitor signed in with an account that the login doesn’t allow. Decisions shows which one.",
  },
  ERR_GATEHOUSE_3244: {
    title: "Provider unavailable",
    help: "The sign-in provider gave no valid answer. Decisions shows what happened. Check the login’s settings.",
  },
  ERR_GATEHOUSE_3250: {
    title: "Webhook not verified",
    help: "Webhook verification found no valid signature. Check the provider and its secret. Decisions shows why.",
  },
  ERR_GATEHOUSE_3260: {
    title: "No token",
    help: "JWT validation found no token where it looks for one. Decisions shows where.",
  },
  ERR_GATEHOUSE_3261: {
    title: "Token not accepted",
    help: "JWT validation didn’t accept the token. Decisions shows why.",
  },
  ERR_GATEHOUSE_3262: {
    title: "Keys unavailable",
    help: "JWT validation couldn’t read the issuer’s keys. Check the key URL. Decisions shows what it answered.",
  },
  ERR_GATEHOUSE_3270: {
    title: "Denied by a policy",
    help: "A rule denies this request. Decisions shows which one, and by which expression.",
  },
  ERR_GATEHOUSE_3271: {
    title: "Rate limit reached",
    help: "This client called too often. Raise the limit of the rule if that was expected.",
  },
  ERR_GATEHOUSE_3299: { title: "Edge failed", help: "Check the service’s log for the operation ID." },
};

/** Why the edge refused a request, and what to do about it. */
export function errorWords(code: string): { title: string; help: string } {
  return WORDS[code] ?? { title: "Refused by the edge", help: "This console doesn’t know the code." };
}
