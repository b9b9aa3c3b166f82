import { Stack } from "aws-cdk-lib";
import { ApiDefinition, SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { routesOf } from "#shared/api/openapi.ts";
import type { Operation } from "#shared/api/operation.ts";

/** One REST API from the operation table: a definition with an integration for each route, called by one role. */
export function restApi(
  scope: Construct,
  operations: Record<string, Operation>,
  functions: Record<string, LambdaFunction>,
): SpecRestApi {
  const role = new Role(scope, "InvokeRole", { assumedBy: new ServicePrincipal("apigateway.amazonaws.com") });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, { contract }] of Object.entries(operations)) {
    const lambda = functions[name];
    if (!lambda) continue;
    lambda.grantInvoke(role);
    for (const { method, path } of routesOf(contract)) {
      const item = paths[path] ?? {};
      paths[path] = item;
      item[method.toLowerCase()] = {
        responses: {},
        "x-amazon-apigateway-integration": integration(scope, lambda, role, contract.transport === "stream"),
      };
    }
  }
  return new SpecRestApi(scope, "Api", {
    apiDefinition: ApiDefinition.fromInline({
      openapi: "3.0.1",
      info: { title: Stack.of(scope).stackName, version: "2" },
      paths,
    }),
    deployOptions: { tracingEnabled: true, throttlingRateLimit: 500, throttlingBurstLimit: 1000 },
  });
}

function integration(scope: Construct, lambda: LambdaFunction, role: Role, streams: boolean) {
  const { region, partition } = Stack.of(scope);
  const version = streams ? "2021-11-15" : "2015-03-31";
  const action = streams ? "response-streaming-invocations" : "invocations";
  return {
    type: "aws_proxy",
    httpMethod: "POST",
    uri: `arn:${partition}:apigateway:${region}:lambda:path/${version}/functions/${lambda.functionArn}/${action}`,
    credentials: role.roleArn,
    ...(streams ? { responseTransferMode: "STREAM" } : {}),
  };
}
