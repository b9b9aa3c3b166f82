"""Starts MiniStack with what this project's stacks need and it lacks. Settings come as JSON in EMULATOR_SETTINGS."""

import json
import os

import conditions
import decisions
import executions
import faults
from ministack import app
from ministack.services import apigateway_v1
from ministack.services.cloudformation.provisioners import _RESOURCE_HANDLERS

settings = json.loads(os.environ.pop("EMULATOR_SETTINGS"))
conditions.install()
decisions.install(settings["keys"], settings["log"])
executions.install(settings["athena"])
faults.install(settings["throttles"], settings["throttle_again"])

# Functions that stream are called by another address of the integration.
_reference = apigateway_v1._extract_lambda_ref_from_integration_uri
apigateway_v1._extract_lambda_ref_from_integration_uri = lambda uri: _reference(
    (uri or "").replace("/response-streaming-invocations", "/invocations")
)
# Streamed answers are collected by the functions' runtime here (awslambda.cjs), as bytes.
_import_rest_api = apigateway_v1._import_rest_api


def import_rest_api(spec, base_data=None):
    return _import_rest_api(spec, {**(base_data or {}), "binaryMediaTypes": ["*/*"]})


apigateway_v1._import_rest_api = import_rest_api

# Otherwise it listens on port 443, too.
app._port_is_bindable = lambda host, port: False

with open(settings["types"], "w", encoding="utf-8") as types:
    json.dump(sorted(_RESOURCE_HANDLERS), types)

if __name__ == "__main__":
    app.main()
