import { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import { PolicyDocument, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Code, Function as LambdaFunction, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Config } from "#infra/config.ts";
import { explainWildcards } from "#infra/constructs/acknowledge.ts";
import {
  logGroupName,
  secretStatement,
  telemetryStatements,
} from "#infra/constructs/permissions/functionRole.ts";
import { architectureOf } from "#infra/constructs/platformFunction.ts";
import { awsRegionOf, names, type RegionName } from "#infra/names.ts";
import { type Bundle, CANARY } from "../../bundle.ts";

/** Interval between runs. Each run leaves an undone load, so its workspace gains 288 versions per day. */
export const CANARY_EVERY = Duration.minutes(10);

/**
 * Creates the function that tests a separate workspace every few minutes through the public addresses. In this account, it may
 * read only the secret of its machine client.
 */
export function canary(scope: Construct, config: Config, region: RegionName, bundle: Bundle): void {
  const settings = config.canary?.[region];
  if (!settings) return;
  const functionName = names.function(region, CANARY);
  const regionAndAccount = `${awsRegionOf(config, region)}:${config.account}`;
  const statements = [
    ...telemetryStatements(regionAndAccount, functionName),
    secretStatement(regionAndAccount, [settings.secret]),
  ];
  const role = new Role(scope, "CanaryRole", {
    roleName: functionName,
    assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    inlinePolicies: { Function: new PolicyDocument({ statements }) },
  });
  explainWildcards(role, statements);
  const lambda = new LambdaFunction(scope, "Canary", {
    functionName,
    code: Code.fromAsset(bundle.directory, { assetHash: bundle.hash }),
    handler: "index.handler",
    description: "Loads, queries and undoes data in a separate workspace",
    runtime: Runtime.NODEJS_24_X,
    architecture: architectureOf(bundle),
    memorySize: 512,
    timeout: Duration.minutes(5),
    tracing: Tracing.ACTIVE,
    environment: {
      PLATFORM_URL: config.platformUrl,
      CANARY_WORKSPACE: settings.workspace,
      SECRETS: JSON.stringify({ CANARY_MACHINE: settings.secret }),
      NODE_OPTIONS: "--enable-source-maps",
    },
    logGroup: new LogGroup(scope, "CanaryLogs", {
      logGroupName: logGroupName(functionName),
      retention: config.retention.logDays,
    }),
    role: role.withoutPolicyUpdates(),
  });
  const rule = new Rule(scope, "CanarySchedule", { schedule: Schedule.rate(CANARY_EVERY) });
  // A failed run is not retried: the next one starts soon, and the alarm counts failures.
  rule.addTarget(new LambdaTarget(lambda, { retryAttempts: 0, maxEventAge: Duration.minutes(5) }));
}
