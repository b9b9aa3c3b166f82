set -x
cd /tmp/h72d/py
BUILD=$(dirname $(cat /tmp/h72d/py_path))/python
$BUILD -m build --no-isolation --outdir /tmp/h72d/py/dist /tmp/h72/python > build.log 2>&1
for v in 3.10.13 3.13.0; do
  /root/.pyenv/versions/$v/bin/python -m venv v$v && v$v/bin/pip install --quiet --disable-pip-version-check "$(ls dist/*.whl)[polars,pandas]" pytest
  v$v/bin/python --version
  v$v/bin/pip list 2>/dev/null | grep -iE "polars|pandas|pyarrow|httpx|protein"
done
