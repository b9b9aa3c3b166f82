"""Imports every module of a generated package: `python import_all.py <folder> <package>`."""

import importlib
import pkgutil
import sys

folder, package = sys.argv[1:]
sys.path.insert(0, folder)
root = importlib.import_module(package)
for module in pkgutil.walk_packages(root.__path__, f"{package}."):
    importlib.import_module(module.name)
