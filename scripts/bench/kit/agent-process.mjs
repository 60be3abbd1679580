// Many agents in one process, each over a socket of its own: `agent-process.mjs URL COUNT`, the authtoken in GATEHOUSE_AUTHTOKEN.
// It is bundled before it runs, since the agent is TypeScript. It tells its parent once each was online, and ends with it.
import { openSession } from "#agent/session.ts";
import { acceptingHost as host } from "#service/testing/accepting-host.ts";

const [url = "", count = "0"] = process.argv.slice(2);
const authtoken = process.env["GATEHOUSE_AUTHTOKEN"] ?? "";
let online = 0;
let lost = 0;

/** One agent from its start to its end: a restart is a new session at once. @param {number} index */
async function live(index) {
  let first = true;
  for (let why = "restart"; why === "restart";) {
    const session = openSession({
      url,
      authtoken,
      host,
      metadata: JSON.stringify({ host: `bench-${process.pid}-${index}` }),
      tunnels: [{ proto: "http", forwards_to: "http://localhost:3000" }],
      onOnline: () => {
        if (!first) return;
        first = false;
        online += 1;
        if (online === Number(count)) process.send?.({ lost });
      },
      onOffline: () => {
        lost += 1;
      },
    });
    const end = await session.ended;
    if (end.why === "refused") throw new Error(end.reason);
    ({ why } = end);
  }
}

for (let index = 0; index < Number(count); index += 1) void live(index);
process.on("disconnect", () => process.exit());
