// Compile the standard library that an app needs with the interpreter that will run it: bytecode without docstrings, in a
// zip that isn't compressed, for the app compresses it whole. Called by `python -m pipeline.serve.runtime`.

import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, out, left] = process.argv.slice(2)
const { loadPyodide } = await import(pathToFileURL(path.resolve(folder, 'pyodide.mjs')).href)
const python = await loadPyodide({ indexURL: path.resolve(folder) })
python.FS.writeFile('/tmp/stdlib.zip', new Uint8Array(fs.readFileSync(path.join(folder, 'python_stdlib.zip'))))
python.globals.set('left', left)
python.runPython(`
import importlib.util, json, marshal, zipfile
left = set(json.loads(left))
with zipfile.ZipFile("/tmp/stdlib.zip") as old, zipfile.ZipFile("/tmp/out.zip", "w", zipfile.ZIP_STORED) as new:
    for name in sorted(old.namelist()):
        top = name.partition("/")[0].removesuffix(".py")
        if top in left or name in left or name.rpartition("/")[0] in left or "/tests/" in name or not name.endswith(".py"):
            continue
        optimize = 0 if top in ("pyodide", "_pyodide") else 2
        code = compile(old.read(name), name, "exec", dont_inherit=True, optimize=optimize)
        data = importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
        new.writestr(zipfile.ZipInfo(name + "c"), data)
`)
fs.writeFileSync(out, python.FS.readFile('/tmp/out.zip'))
console.log(python.runPython('import sys; sys.version.split()[0]'))
