/** Every URL of the console: the router's pattern and the builder of a link, side by side (design §1). Each segment is encoded. */
const e = encodeURIComponent;
type EdgeProtocol = "https" | "tls" | "tcp";

export const paths = {
  connect: "/connect",
  home: "/",
  sessions: "/sessions",
  session: "/sessions/:id",
  tunnels: "/tunnels",
  tunnel: "/tunnels/:id",
  endpoints: "/endpoints",
  endpoint: "/endpoints/:id",
  ipRules: "/ip-rules",
  ipPolicies: "/ip-policies",
  backends: "/backends",
  certificateAuthorities: "/certificate-authorities",
  authtokens: "/authtokens",
  keys: "/keys",
  keyNew: "/keys/new",
  key: "/keys/:id",
  edges: "/edges",
  httpsEdge: "/edges/https/:id",
  tlsEdge: "/edges/tls/:id",
  tcpEdge: "/edges/tcp/:id",
  httpsEdgeModule: "/edges/https/:id/:module",
  tlsEdgeModule: "/edges/tls/:id/:module",
  tcpEdgeModule: "/edges/tcp/:id/:module",
  route: "/edges/https/:edgeId/routes/:routeId",
  routeModule: "/edges/https/:edgeId/routes/:routeId/:module",
} as const;

export const href = {
  connect: () => "/connect",
  home: () => "/",
  sessions: (search = "") => `/sessions${search}`,
  session: (id: string) => `/sessions/${e(id)}`,
  tunnels: (search = "") => `/tunnels${search}`,
  tunnel: (id: string) => `/tunnels/${e(id)}`,
  endpoints: (search = "") => `/endpoints${search}`,
  endpoint: (id: string) => `/endpoints/${e(id)}`,
  ipRules: () => "/ip-rules",
  ipPolicies: () => "/ip-policies",
  backends: () => "/backends",
  certificateAuthorities: () => "/certificate-authorities",
  authtokens: () => "/authtokens",
  keys: () => "/keys",
  keyNew: () => "/keys/new",
  key: (id: string) => `/keys/${e(id)}`,
  edges: () => "/edges",
  httpsEdge: (id: string) => `/edges/https/${e(id)}`,
  edge: (protocol: EdgeProtocol, id: string) => `/edges/${protocol}/${e(id)}`,
  edgeModule: (protocol: EdgeProtocol, id: string, module: string) =>
    `/edges/${protocol}/${e(id)}/${e(module)}`,
  route: (edgeId: string, routeId: string) => `/edges/https/${e(edgeId)}/routes/${e(routeId)}`,
  routeModule: (edgeId: string, routeId: string, module: string) =>
    `/edges/https/${e(edgeId)}/routes/${e(routeId)}/${e(module)}`,
} as const;
