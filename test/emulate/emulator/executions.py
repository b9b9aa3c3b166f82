"""Sends Athena executions to an endpoint that computes them with the permissions of their callers, as Athena does."""

import asyncio
import json
import urllib.error
import urllib.request

from ministack.core import iam_actions
from ministack.core.responses import get_account_id, get_region
from ministack.core.router import extract_access_key_id
from ministack.services import athena, sts

OPERATIONS = ("StartQueryExecution", "GetQueryExecution", "StopQueryExecution")

_handle_request = athena.handle_request
_workgroups = {}


def install(url):
    async def handle_request(method, path, headers, body, query_params):
        operation = _operation(headers)
        if operation not in OPERATIONS:
            return await _handle_request(method, path, headers, body, query_params)
        session = sts._sessions.get(extract_access_key_id(headers, query_params))
        if session is None:
            return 403, {}, json.dumps({"__type": "AccessDeniedException", "message": "Only sessions run SQL."}).encode()
        sent = {
            "Content-Type": "application/x-amz-json-1.1",
            "X-Amz-Target": headers["x-amz-target"],
            "X-Caller-Region": get_region(),
            "X-Caller-Key": extract_access_key_id(headers, query_params),
            "X-Caller-Secret": session["SecretAccessKey"],
            "X-Caller-Token": session["SessionToken"],
        }
        status, answer = await asyncio.to_thread(_post, url, sent, body)
        if operation == "StartQueryExecution" and status == 200:
            _workgroups[json.loads(answer)["QueryExecutionId"]] = json.loads(body).get("WorkGroup")
        return status, {"Content-Type": "application/x-amz-json-1.1"}, answer

    athena.handle_request = handle_request
    iam_actions.extract_resource_arn = _with_executions(iam_actions.extract_resource_arn)


def _with_executions(extract_resource_arn):
    """Adds the workgroups of executions, which the emulator does not support."""

    def resource_arn(service, method, path, headers, body, *more):
        if service == "athena" and _operation(headers) in OPERATIONS[1:]:
            workgroup = _workgroups.get(json.loads(body or b"{}").get("QueryExecutionId"))
            return f"arn:aws:athena:{get_region()}:{get_account_id()}:workgroup/{workgroup}"
        return extract_resource_arn(service, method, path, headers, body, *more)

    return resource_arn


def _operation(headers):
    return headers.get("x-amz-target", "").rsplit(".", 1)[-1]


def _post(url, headers, body):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
