import { type Duration, Size } from "aws-cdk-lib";
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Bundle } from "../bundle.ts";
import type { Config } from "../config.ts";
import { names } from "../names.ts";
import { functionEnvironment, secretsOf } from "./functionEnvironment.ts";
import { functionRole, logGroupName } from "./permissions/functionRole.ts";
import type { Access } from "./permissions/grants.ts";

/** Machine resources of a function. */
export interface Resources {
  /** Memory in MB, which also determines CPU time: 1,769 MB correspond to one processor. */
  memory: number;
  /** Size of the temporary folder, used for lake files. */
  disk?: Size;
}

/** Maximum size that Lambda offers. */
export const MAX_DISK = Size.gibibytes(10);

export interface PlatformFunctionProps {
  config: Config;
  access: Access;
  bundle: Bundle;
  summary: string;
  resources: Resources;
  timeout: Duration;
  /** Maximum concurrency, which is also reserved. */
  reservedConcurrency?: number | undefined;
  /** Queue for events that failed in asynchronous calls. */
  deadLetters?: IQueue;
}

/**
 * Returns the processor architecture of a function. Pure JavaScript uses Graviton, which costs a fifth less. Native packages
 * are bundled only for x86-64.
 */
export function architectureOf({ isNative }: Pick<Bundle, "isNative">): Architecture {
  return isNative ? Architecture.X86_64 : Architecture.ARM_64;
}

/** Creates one function with all defaults: its code, its environment, and exactly the grants in its contract. */
export function platformFunction(
  scope: Construct,
  name: string,
  props: PlatformFunctionProps,
): LambdaFunction {
  const { config, access, bundle, resources, deadLetters } = props;
  const functionName = names.function(access.location, name);
  const role = functionRole(scope, `${name}Role`, {
    config,
    functionName,
    access,
    secrets: Object.values(secretsOf(config, name, access)),
    ...(deadLetters ? { deadLetters } : {}),
  });
  return new LambdaFunction(scope, name, {
    functionName,
    code: Code.fromAsset(bundle.directory, { assetHash: bundle.hash }),
    handler: "index.handler",
    description: props.summary.slice(0, 256),
    runtime: Runtime.NODEJS_24_X,
    architecture: architectureOf(bundle),
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
    // The role's policy is complete: nothing else may add to it.
    role: role.withoutPolicyUpdates(),
    ...(deadLetters ? { deadLetterQueue: deadLetters } : {}),
  });
}
