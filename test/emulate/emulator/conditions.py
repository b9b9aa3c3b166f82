"""Condition keys, policy variables and Glue resources that the emulator's policy evaluator lacks."""

import dataclasses
import json
import re

from ministack.core import iam_actions, iam_evaluator

PARTITION_KEY = "pk"
VARIABLE = re.compile(r"\$\{([^}]+)\}")
SESSION = re.compile(r"arn:aws:sts::(\d+):assumed-role/([^/]+)/")

_resolve = iam_evaluator._resolve_condition_key
_evaluate = iam_evaluator.evaluate
_dynamodb_context = iam_actions.dynamodb_service_context
_resource_arn = iam_actions.extract_resource_arn


def install():
    """Adds aws:PrincipalArn for sessions, dynamodb:LeadingKeys, variables in resources and conditions, and Glue
    databases."""
    iam_actions.extract_resource_arn = resource_arn
    iam_evaluator._resolve_condition_key = resolve
    iam_evaluator.evaluate = evaluate
    iam_actions.dynamodb_service_context = dynamodb_context


def resolve(key, context):
    value = _resolve(key, context)
    if key.lower() == "aws:principalarn" and isinstance(value, str):
        session = SESSION.match(value)
        if session:
            return f"arn:aws:iam::{session[1]}:role/{session[2]}"
    return value


def evaluate(context, policies, *limits):
    filled = [[_filled(statement, context) for statement in statements] for statements in policies]
    return _evaluate(context, filled, *limits)


def resource_arn(service, method, path, headers, body, params, region, account, *more):
    """The emulator mistakes the name of a Glue database for a table name."""
    operation = headers.get("x-amz-target", "").rsplit(".", 1)[-1]
    if service == "glue" and operation in ("CreateDatabase", "DeleteDatabase", "GetDatabase", "UpdateDatabase"):
        request = json.loads(body or b"{}")
        name = request.get("Name") or (request.get("DatabaseInput") or {}).get("Name")
        return f"arn:aws:glue:{region}:{account}:database/{name}"
    return _resource_arn(service, method, path, headers, body, params, region, account, *more)


def dynamodb_context(body):
    found = _dynamodb_context(body)
    try:
        keys = leading_keys(json.loads(body or b"{}"))
    except (ValueError, KeyError, TypeError, AttributeError):
        keys = set()
    return {**found, "dynamodb:LeadingKeys": sorted(keys)} if keys else found


def leading_keys(request):
    """Returns the partition keys that a DynamoDB request names, including in batches and transactions."""
    keys = set()

    def add(item):
        if item and PARTITION_KEY in item:
            keys.update(item[PARTITION_KEY].values())

    def read(part):
        add(part.get("Key"))
        add(part.get("Item"))
        for key in part.get("Keys") or []:
            add(key)
        names = part.get("ExpressionAttributeNames") or {}
        values = part.get("ExpressionAttributeValues") or {}
        for name, value in re.findall(r"(#?\w+)\s*=\s*(:\w+)", part.get("KeyConditionExpression") or ""):
            if names.get(name, name) == PARTITION_KEY:
                keys.update(values[value].values())

    read(request)
    for item in request.get("TransactItems") or []:
        for part in item.values():
            read(part)
    for requests in (request.get("RequestItems") or {}).values():
        for one in [requests] if isinstance(requests, dict) else requests:
            read(one)
            for part in one.values():
                if isinstance(part, dict):
                    read(part)
    return keys


def _filled(statement, context):
    return dataclasses.replace(
        statement,
        resources=_substituted(statement.resources, context),
        conditions=_substituted(statement.conditions, context),
    )


def _substituted(value, context):
    if isinstance(value, str):
        return VARIABLE.sub(lambda found: str(resolve(found[1], context) or "\0absent"), value)
    if isinstance(value, list):
        return [_substituted(one, context) for one in value]
    if isinstance(value, dict):
        return {key: _substituted(one, context) for key, one in value.items()}
    return value
