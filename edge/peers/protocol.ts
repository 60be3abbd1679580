/** What edges of one account say to each other (edge/README.md#more-than-one-edge). */
export const PEER_PATH = "/peer";
export const PEER_PROTOCOL = "gatehouse-peer";

/** Header of a stream: the session whose tunnel it is for. */
export const SESSION_HEADER = "gatehouse-session";

/** Authority of the stream by which an edge tells line by line whose agents take nothing new. No tunnel’s id is like it. */
export const GONE_NEWS = "gone";
