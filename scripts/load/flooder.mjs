// An agent that floods: `node flooder.mjs PORT AUTHTOKEN [heartbeats | hellos | garbage]`. It sends as fast as the socket
// takes it and comes back the moment it is cut off. Loopback only; it ends with its parent, and after 60 s.
import { randomBytes } from "node:crypto";
import { connect } from "node:net";

const [port = "", authtoken = "", what = "heartbeats"] = process.argv.slice(2);
const AT_ONCE = 500;
const hello = {
  type: "hello",
  authtoken,
  agent_version: "3.18.2",
  os: "linux",
  arch: "x64",
  transport: "service/2",
  capabilities: { restart: "", stop: "", update: "" },
  tunnels: [],
};

/** A masked text frame, whose mask of zeros leaves the text as it is. @param {string} text */
function frame(text) {
  const payload = Buffer.from(text);
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload]);
}

const HEARTBEATS = Buffer.concat(Array.from({ length: AT_ONCE }, () => frame('{"type":"heartbeat"}')));
const GARBAGE = Buffer.concat(Array.from({ length: AT_ONCE }, () => frame("{")));
let connections = 0;
let sent = 0;

function flood() {
  connections += 1;
  const socket = connect(Number(port), "127.0.0.1");
  let open = false;
  socket.on("error", () => undefined);
  socket.on("close", () => setImmediate(flood));
  socket.write(
    `GET /agent HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\nSec-WebSocket-Protocol: gatehouse.agent.v1\r\n\r\n`,
  );
  const pour = () => {
    const block = what === "garbage" ? GARBAGE : HEARTBEATS;
    while (!socket.destroyed && socket.write(block)) sent += AT_ONCE;
    sent += AT_ONCE;
  };
  socket.on("drain", pour);
  socket.on("data", (data) => {
    // A goodbye: whoever wants to flood does not wait for the end.
    if (data.includes("goodbye") || data.includes("HTTP/1.1 4")) {
      socket.destroy();
      return;
    }
    if (open) {
      if (what === "hellos") socket.destroy();
      else if (data.includes("welcome")) pour();
      return;
    }
    open = true;
    socket.write(frame(JSON.stringify(hello)));
    if (what === "garbage") pour();
  });
}

flood();
process.on("message", () => process.send?.({ connections, sent }));
process.on("disconnect", () => process.exit());
setTimeout(() => process.exit(), 60_000).unref();
