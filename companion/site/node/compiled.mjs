// Compiles the site with the Python that runs within the browser, so that no phone has to do it.
// Usage: node compiled.mjs RUNTIME HOME LIBRARY. It reads the archive HOME, and writes HOME and
// LIBRARY compiled.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, home, library] = process.argv.slice(-3).map((each) => path.resolve(each));
const { loadPyodide } = await import(pathToFileURL(path.join(runtime, "pyodide.mjs")));
// A fixed hash seed gives sets a fixed order, so that the same site gets the same version.
const python = await loadPyodide({ indexURL: runtime, env: { PYTHONHASHSEED: "0" } });
python.unpackArchive(new Uint8Array(await readFile(home)).buffer, "zip", { extractDir: "/app" });
// There is no page here, but the modules that talk to it are imported all the same.
python.registerJsModule("flet_js", {});
python.registerJsModule("companion_js", {});
await python.runPythonAsync(`
import sys
from pathlib import Path
sys.path.insert(0, "/app")
from companion import bytecode_cache, in_browser
from companion.ui import router
for _ in router.prepared():
    pass
async def on():
    pass
used, library, home = bytecode_cache.imported(), in_browser.LIBRARY, in_browser.HOME
for path, entries, onto in (
    ("/tmp/library.zip", bytecode_cache.of_library(library, used), library.read_bytes()),
    ("/tmp/home.zip", bytecode_cache.of_home(home, used, "companion"), b""),
):
    Path(path).write_bytes(await bytecode_cache.build_archive(entries, on, onto))
`);
await writeFile(library, python.FS.readFile("/tmp/library.zip"));
await writeFile(home, python.FS.readFile("/tmp/home.zip"));
