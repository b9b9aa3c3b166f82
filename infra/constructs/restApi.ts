import {
  AccessLogFormat,
  ApiDefinition,
  type CfnRestApi,
  CfnUsagePlanKey,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from "aws-cdk-lib/aws-apigateway";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Config } from "../config.ts";
import { awsRegionOf, type Location, names, prefixOf } from "../names.ts";
import { apiDefinition } from "./apiDefinition.ts";
import { originSecrets } from "./functionEnvironment.ts";
import { logGroupName } from "./permissions/functionRole.ts";
import type { PlacedOperation } from "./placedFunctions.ts";

/** Creates a REST API from the operation table; one role calls its functions. */
export function restApi(
  scope: Construct,
  config: Config,
  location: Location,
  operations: readonly PlacedOperation[],
): SpecRestApi {
  const functions = `arn:aws:lambda:${awsRegionOf(config, location)}:${config.account}:function`;
  const role = new Role(scope, "InvokeRole", {
    roleName: `${prefixOf(location)}-gateway`,
    assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
    inlinePolicies: {
      Invoke: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ["lambda:InvokeFunction"],
            resources: operations.map(({ name }) => `${functions}:${names.function(location, name)}`),
          }),
        ],
      }),
    },
  });
  const isBehindEdge = config.edge !== undefined && config.target === "aws";
  const definition = apiDefinition({
    title: names.api(location),
    awsRegion: awsRegionOf(config, location),
    roleArn: role.roleArn,
    integrations: operations.map(({ name, isStream, operation: { contract } }) => ({
      contract,
      isStream,
      functionArn: `${functions}:${names.function(location, name)}`,
    })),
    isBehindEdge,
    streams: config.target === "aws",
  });
  const api = new SpecRestApi(scope, "Api", {
    restApiName: names.api(location),
    apiDefinition: ApiDefinition.fromInline(definition),
    endpointTypes: [EndpointType.REGIONAL],
    cloudWatchRole: false,
    deployOptions: stageOptions(scope, config, location),
  });
  const executionLog = new LogGroup(scope, "ExecutionLog", {
    // Otherwise, API Gateway would create the group and keep it forever.
    logGroupName: `API-Gateway-Execution-Logs_${api.restApiId}/prod`,
    retention: config.retention.logDays,
  });
  api.deploymentStage.node.addDependency(executionLog);
  if (config.target === "aws") {
    const resource = api.node.defaultChild as CfnRestApi;
    resource.securityPolicy = "SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09";
    resource.endpointAccessMode = "STRICT";
  }
  if (isBehindEdge) edgeKeys(api, originSecrets(config, location));
  return api;
}

function stageOptions(scope: Construct, config: Config, location: Location) {
  const accessLog = new LogGroup(scope, "AccessLog", {
    logGroupName: logGroupName(`${names.api(location)}-access`),
    retention: config.retention.logDays,
  });
  return {
    tracingEnabled: true,
    metricsEnabled: true,
    loggingLevel: MethodLoggingLevel.ERROR,
    // Bodies are tenant data and must not be logged.
    dataTraceEnabled: false,
    accessLogDestination: new LogGroupLogDestination(accessLog),
    accessLogFormat: AccessLogFormat.custom(
      JSON.stringify({
        error_id: "$context.requestId",
        trace: "$context.xrayTraceId",
        at: "$context.requestTime",
        // The edge puts the client's address before the user agent; the address of the connection is the edge's.
        client: "$context.identity.userAgent",
        edge: "$context.identity.sourceIp",
        method: "$context.httpMethod",
        path: "$context.path",
        status: "$context.status",
        milliseconds: "$context.responseLatency",
        bytes: "$context.responseLength",
        gateway_error: "$context.error.responseType",
      }),
    ),
    throttlingRateLimit: config.throttle.rate,
    throttlingBurstLimit: config.throttle.burst,
  };
}

/**
 * Creates the keys that the edge adds to every request; without a key, all methods of the API are refused. Each is identified
 * by the name of its secret, so that a new key can coexist with the previous one. They are unnamed in AWS, because named
 * resources cannot be replaced.
 */
function edgeKeys(api: SpecRestApi, secrets: Record<string, string>): void {
  const { usagePlanId } = api.addUsagePlan("EdgePlan", { apiStages: [{ stage: api.deploymentStage }] });
  for (const [name, value] of Object.entries(secrets)) {
    const { keyId } = api.addApiKey(`EdgeKey-${name}`.replaceAll("/", "-"), { value });
    new CfnUsagePlanKey(api, `PlanKey-${name}`.replaceAll("/", "-"), {
      keyId,
      keyType: "API_KEY",
      usagePlanId,
    });
  }
}
