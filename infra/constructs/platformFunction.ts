import { type Duration, Size } from "aws-cdk-lib";
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Bundle } from "../bundle.ts";
import type { Config } from "../config.ts";
import { names } from "../names.ts";
import { functionEnvironment } from "./functionEnvironment.ts";
import { functionRole, logGroupName } from "./permissions/functionRole.ts";
import type { Access } from "./permissions/grants.ts";

/** What a function gets of its machine. */
export interface Resources {
  /** In MB: processors come with memory. At 1,769 a function has a whole one. */
  memory: number;
  /** Where files of the lake are brought. */
  disk?: Size;
}

/** As much as Lambda gives. */
export const MAX_DISK = Size.gibibytes(10);

export interface PlatformFunctionProps {
  config: Config;
  access: Access;
  bundle: Bundle;
  summary: string;
  resources: Resources;
  timeout: Duration;
  /** How many run at once, at most, with room kept for as many. */
  reservedConcurrency?: number | undefined;
  /** Where events go that it could not take, where nobody waits for its answer. */
  deadLetters?: IQueue;
}

/** One function with all defaults: its code, its environment, and exactly the grants of its contract. */
export function platformFunction(
  scope: Construct,
  name: string,
  props: PlatformFunctionProps,
): LambdaFunction {
  const { config, access, bundle, resources, deadLetters } = props;
  const functionName = names.function(access.place, name);
  const role = functionRole(scope, `${name}Role`, {
    config,
    functionName,
    access,
    ...(deadLetters ? { deadLetters } : {}),
  });
  return new LambdaFunction(scope, name, {
    functionName,
    code: Code.fromAsset(bundle.directory, { assetHash: bundle.hash }),
    handler: "index.handler",
    description: props.summary.slice(0, 256),
    runtime: Runtime.NODEJS_24_X,
    // DuckDB's binding is not published for linux-arm64.
    architecture: Architecture.X86_64,
    memorySize: resources.memory,
    ...(resources.disk ? { ephemeralStorageSize: resources.disk } : {}),
    ...(props.reservedConcurrency === undefined
      ? {}
      : { reservedConcurrentExecutions: props.reservedConcurrency }),
    timeout: props.timeout,
    tracing: Tracing.ACTIVE,
    environment: functionEnvironment(config, name, access),
    logGroup: new LogGroup(scope, `${name}Logs`, {
      logGroupName: logGroupName(functionName),
      retention: config.retention.logDays,
    }),
    // The policy of the role is complete: nothing else may add to it.
    role: role.withoutPolicyUpdates(),
    ...(deadLetters ? { deadLetterQueue: deadLetters } : {}),
  });
}
