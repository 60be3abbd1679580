import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const TEXT = /\.(html|js|css|json|svg|txt|webmanifest)$/;
/** Smaller files gain nothing, in bytes. The least of the first load, 0.7 kB, is sent as half of that. */
const LEAST = 512;

/** Puts a .br and a .gz beside every file of text in a folder and those in it, hidden ones left out. @param {string} dir */
export function compressFiles(dir) {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) {
      if (!name.startsWith(".")) compressFiles(path);
    } else if (TEXT.test(name) && statSync(path).size >= LEAST) {
      const data = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(data));
      writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
    }
  }
}
