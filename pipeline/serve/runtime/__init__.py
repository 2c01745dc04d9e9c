"""CPython in WebAssembly for the app on a phone: `runtime.tar.xz`, made of the npm package `pyodide`.

The package's loader and interpreter are unchanged (Mozilla Public License 2.0; CPython's own licence is that of the Python
Software Foundation); its standard library is compiled, without the parts that the log can't use. To renew it:

    npm install pyodide && python -m pipeline.serve.runtime node_modules/pyodide
"""
