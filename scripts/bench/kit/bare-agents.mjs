// The least that agents can be held with: a `ws` server that welcomes everybody and answers heartbeats, and keeps nothing.
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const server = createServer();
const sockets = new WebSocketServer({ server, clientTracking: false, perMessageDeflate: false });
const heartbeat = JSON.stringify({ type: "heartbeat" });
let welcomed = 0;
sockets.on("connection", (socket) =>
  socket.on("message", (data) => {
    if (JSON.parse(/** @type {Buffer} */ (data).toString()).type === "heartbeat")
      return socket.send(heartbeat);
    welcomed += 1;
    const session_id = `ts_${welcomed}`;
    const beat = { interval_ms: 10_000, tolerance_ms: 25_000 };
    socket.send(JSON.stringify({ type: "welcome", session_id, region: "us", tunnels: [], heartbeat: beat }));
  }),
);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" && address?.port);
});
process.on("disconnect", () => process.exit());
