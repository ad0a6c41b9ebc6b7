// Compresses files with Brotli, each beside itself as `.br`, as well as it can be done.
// Usage: node squeezed.mjs FILE...
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

await Promise.all(process.argv.slice(2).map(async (name) => {
  const data = await readFile(name);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  await writeFile(`${name}.br`, await promisify(brotliCompress)(data, { params }));
}));
