"""Makes decisions that the emulator does not make: use of encryption keys, and function calls by gateways and state
machines."""

import contextvars
import json

from ministack.core import iam_evaluator
from ministack.core.responses import get_account_id
from ministack.services import apigateway_v1, kms, stepfunctions

_enforce = iam_evaluator.enforce
_import_operation = apigateway_v1._import_operation
_put_integration = apigateway_v1._put_integration
_invoke_proxy = apigateway_v1._invoke_lambda_proxy_v1
_execute_task = stepfunctions._execute_task
_integration = contextvars.ContextVar("integration", default={})

DATA_READS = ("dynamodb:BatchGet", "dynamodb:Get", "dynamodb:Query", "dynamodb:Scan", "s3:GetObject")
DATA_WRITES = ("dynamodb:", "s3:PutObject")
CONTROL = ("dynamodb:Describe", "dynamodb:List", "dynamodb:Create", "dynamodb:Update", "dynamodb:Delete", "dynamodb:Tag")
ITEM_WRITES = ("dynamodb:UpdateItem", "dynamodb:DeleteItem")


def install(keys, log_path):
    """`keys`: ARN of a table or bucket → [alias, region] of its key. Writes one line of JSON per decision."""
    log = open(log_path, "a", buffering=1, encoding="utf-8")

    def record(who, action, on, denied, context=None):
        leading = (context or {}).get("dynamodb:LeadingKeys")
        log.write(json.dumps({"who": who, "action": action, "on": on, "keys": leading, "denied": denied}) + "\n")

    def enforce(access_key_id, iam_action, service, region, resource_arn="*", service_context=None):
        who = _caller(access_key_id)
        result = _enforce(access_key_id, iam_action, service, region, resource_arn, service_context)
        if who is None or who.endswith(":root"):
            return result
        record(who, iam_action, resource_arn, None if result is None else str(result)[:400], service_context)
        if result is not None:
            return result
        needed = _key_action(iam_action)
        key = keys.get(_holder(resource_arn)) if needed else None
        if key is None:
            return None
        key_arn, context = _key(key, service)
        result = _enforce(access_key_id, needed, "kms", key[1], key_arn, context)
        record(who, needed, key_arn, None if result is None else str(result)[:400])
        return result

    def allow(role_arn, action, on):
        role = role_arn.rsplit("/", 1)[-1]
        account = role_arn.split(":")[4]
        policies = iam_evaluator._gather_role_policies(role, account)
        context = iam_evaluator.EvalContext(role_arn, "AssumedRole", account, action, on, on.split(":")[3])
        result = iam_evaluator.evaluate(context, policies)
        record(role_arn, action, on, None if result.decision == "Allow" else str(result)[:400])
        return result.decision == "Allow"

    def execute_task(state_def, raw_input, execution, ctx):
        resource = state_def.get("Resource", "")
        if ":lambda:" in resource:
            machine = stepfunctions._state_machines[execution["stateMachineArn"]]
            if not allow(machine["roleArn"], "lambda:InvokeFunction", resource):
                raise stepfunctions._ExecutionError("States.Permissions", f"{machine['roleArn']} may not call {resource}")
        return _execute_task(state_def, raw_input, execution, ctx)

    async def invoke_proxy(integration, *args, **kwargs):
        reference = apigateway_v1._extract_lambda_ref_from_integration_uri(integration.get("uri", ""))
        if not integration.get("credentials") or not allow(integration["credentials"], "lambda:InvokeFunction", reference):
            return 500, {"Content-Type": "application/json"}, b'{"message": "The gateway may not call this function."}'
        return await _invoke_proxy(integration, *args, **kwargs)

    iam_evaluator.enforce = enforce
    apigateway_v1._import_operation = _import_with_credentials
    apigateway_v1._put_integration = _put_with_credentials
    apigateway_v1._invoke_lambda_proxy_v1 = invoke_proxy
    stepfunctions._execute_task = execute_task


def _caller(access_key_id):
    try:
        return (iam_evaluator.resolve_caller_identity(access_key_id) or {}).get("userArn")
    except Exception:  # An unknown key: the evaluator responds with the reason.
        return access_key_id


def _key_action(action):
    if action.startswith(DATA_READS):
        return "kms:Decrypt"
    if action in ITEM_WRITES or (action.startswith(DATA_WRITES) and not action.startswith(CONTROL)):
        return "kms:GenerateDataKey"
    return None


def _holder(arn):
    """Returns the ARN of the table or bucket that contains a resource."""
    if arn.startswith("arn:aws:s3:::"):
        return arn.split("/", 1)[0]
    return "/".join(arn.split("/")[:2])


def _key(key, service):
    alias, region = key
    account = get_account_id()
    key_id = kms._aliases.get_scoped(account, region, f"arn:aws:kms:{region}:{account}:{alias}")
    if key_id is None:
        raise RuntimeError(f"There is no key {alias} in {region}")
    context = {"kms:ViaService": f"{service}.{region}.amazonaws.com", "kms:ResourceAliases": [alias]}
    return f"arn:aws:kms:{region}:{account}:key/{key_id}", context


def _import_with_credentials(api_id, resource_id, http_method, operation, *args):
    token = _integration.set((operation or {}).get("x-amazon-apigateway-integration") or {})
    try:
        return _import_operation(api_id, resource_id, http_method, operation, *args)
    finally:
        _integration.reset(token)


def _put_with_credentials(api_id, resource_id, http_method, data):
    credentials = data.get("credentials") or _integration.get().get("credentials")
    return _put_integration(api_id, resource_id, http_method, {**data, "credentials": credentials})
