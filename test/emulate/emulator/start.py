"""Starts MiniStack with additional features that this project's stacks need. EMULATOR_SETTINGS contains the settings as
JSON."""

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

# Integrations call streaming functions at a different URL.
_reference = apigateway_v1._extract_lambda_ref_from_integration_uri
apigateway_v1._extract_lambda_ref_from_integration_uri = lambda uri: _reference(
    (uri or "").replace("/response-streaming-invocations", "/invocations")
)
# The functions' runtime collects streamed responses as bytes (awslambda.cjs).
_import_rest_api = apigateway_v1._import_rest_api


def import_rest_api(spec, base_data=None):
    return _import_rest_api(spec, {**(base_data or {}), "binaryMediaTypes": ["*/*"]})


apigateway_v1._import_rest_api = import_rest_api

# Otherwise, the emulator also listens on port 443.
app._port_is_bindable = lambda host, port: False

with open(settings["types"], "w", encoding="utf-8") as types:
    json.dump(sorted(_RESOURCE_HANDLERS), types)

if __name__ == "__main__":
    app.main()
