// node scripts/low.mjs COMMAND…: runs a command with what others leave of the cores.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";

setPriority(constants.priority.PRIORITY_LOW);
try {
  // Linux may share the cores among sessions first: the priority of this one, which scripts/steps.mjs has begun.
  writeFileSync("/proc/self/autogroup", String(constants.priority.PRIORITY_LOW));
} catch {
  // Another system, or a kernel that does not.
}
const child = spawn(process.argv.slice(2).join(" "), { shell: true, stdio: "inherit" });
child.on("close", (status) => process.exit(status ?? 1));
