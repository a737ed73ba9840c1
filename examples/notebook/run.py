"""Runs the cells of a notebook and prints what they print: run.py NOTEBOOK [--write]"""

import contextlib
import io
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    notebook = json.load(file)
names, count = {}, 0
for cell in notebook["cells"]:
    if cell["cell_type"] != "code":
        continue
    count += 1
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec("".join(cell["source"]), names)
    text = printed.getvalue()
    print(text, end="")
    lines = text.splitlines(keepends=True)
    cell["execution_count"] = count
    cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
if "--write" in sys.argv:
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump(notebook, file, indent=1, ensure_ascii=False)
        file.write("\n")
