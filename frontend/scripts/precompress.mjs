// Lays a .br and a .gz beside every built text file that is worth it, so that the
// server need not pack the same bytes for each visitor.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const SMALLEST = 1024;
const TEXT = /\.(js|css|html|svg|json|webmanifest|txt)$/;
/** Pack every text file of a folder that is large enough. */
export function precompress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, String(name));
    if (TEXT.test(file) && statSync(file).isFile()) packFile(file);
  }
}

function packFile(file) {
  const bytes = readFileSync(file);
  if (bytes.length < SMALLEST) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
