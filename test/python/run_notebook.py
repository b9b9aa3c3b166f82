"""Runs a notebook in a folder, and writes it with its outputs. Usage: run_notebook.py NOTEBOOK FOLDER OUTPUT"""

import sys

import nbformat
from nbclient import NotebookClient

CELL_SECONDS = 600

source, folder, output = sys.argv[1:]
notebook = nbformat.read(source, as_version=4)
NotebookClient(notebook, timeout=CELL_SECONDS, resources={"metadata": {"path": folder}}).execute()
for cell in notebook.cells:
    # Times of execution would change in every run.
    cell.metadata.pop("execution", None)
    # Progress lines replace each other, which a stored notebook does not show.
    if "outputs" in cell:
        cell.outputs = [one for one in cell.outputs if one.get("name") != "stderr"]
nbformat.write(notebook, output)
outputs = [one for cell in notebook.cells for one in cell.get("outputs", [])]
pictures = [one for one in outputs if "image/png" in one.get("data", {})]
pages = [one for one in outputs if "text/html" in one.get("data", {})]
print(f"{len(outputs)} outputs, {len(pages)} with HTML, {len(pictures)} with a picture")
if not pictures or len(pages) < 5:
    sys.exit("The notebook shows too little.")
