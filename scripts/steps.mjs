// What verify and check share: groups of steps. Those of a group run side by side; the first group with a failure is the last.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** @typedef {readonly [name: string, command: string]} Step */

/**
 * Runs the groups in turn, and ends the process with 1 after one in which a step failed; `after` is called before the closing
 * line.
 * @param {string} program @param {readonly (readonly Step[])[]} groups @param {() => void} [after]
 */
export async function runSteps(program, groups, after = () => undefined) {
  let passed = 0;
  let failed = 0;
  for (const steps of groups) {
    const ok = await Promise.all(steps.map((step) => run(step, steps.length > 1)));
    passed += ok.filter(Boolean).length;
    failed = ok.length - ok.filter(Boolean).length;
    if (failed > 0) break;
  }
  after();
  console.log(`\n${program}: ${passed} passed, ${failed} failed`);
  if (failed > 0) process.exit(1);
}

/** What a step beside others prints is told at its end, in one piece. @param {Step} step @param {boolean} beside */
async function run([name, command], beside) {
  const head = `\n== ${name}: ${command}`;
  const start = performance.now();
  if (!beside) console.log(head);
  const child = spawn(beside ? `(${command}) 2>&1` : command, {
    shell: true,
    stdio: ["inherit", beside ? "pipe" : "inherit", "inherit"],
  });
  const [said, [status]] = await Promise.all([child.stdout ? text(child.stdout) : "", once(child, "close")]);
  if (beside) console.log(`${head}\n${said.trimEnd()}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(status === 0 ? `== ${name}: ok in ${seconds} s` : `\n${name} failed after ${seconds} s`);
  return status === 0;
}
