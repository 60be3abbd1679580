// What verify and check share: steps that run one after the other until one fails.
import { spawnSync } from "node:child_process";

/**
 * Runs the steps, stops at the first that fails and ends the process with 1 then; `after` is called before the closing line.
 * @param {string} program @param {readonly (readonly [name: string, command: string])[]} steps @param {() => void} [after]
 */
export function runSteps(program, steps, after = () => undefined) {
  let passed = 0;
  for (const [name, command] of steps) {
    console.log(`\n== ${name}: ${command}`);
    const start = performance.now();
    const { status } = spawnSync(command, { shell: true, stdio: "inherit" });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (status !== 0) {
      console.log(`\n${name} failed after ${seconds} s`);
      after();
      console.log(`${program}: ${passed} passed, 1 failed`);
      process.exit(1);
    }
    console.log(`== ${name}: ok in ${seconds} s`);
    passed += 1;
  }
  after();
  console.log(`\n${program}: ${passed} passed, 0 failed`);
}
