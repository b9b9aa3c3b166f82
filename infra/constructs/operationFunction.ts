import type { Duration } from "aws-cdk-lib";
import {
  Architecture,
  type AssetCode,
  Code,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Grant } from "#shared/api/contract.ts";
import { bundleHash } from "../bundle.ts";
import type { Config } from "../config.ts";
import { environmentOf } from "../names.ts";
import { statements } from "./grants.ts";

export interface FunctionProps {
  config: Config;
  region: "EU" | "US" | null;
  directory: string;
  summary: string;
  needs: readonly Grant[];
  memory: number;
  timeout: Duration;
}

/** One function with all defaults: its code, its environment, and exactly the grants of its contract. */
export function operationFunction(scope: Construct, name: string, props: FunctionProps): LambdaFunction {
  const code: AssetCode = Code.fromAsset(props.directory, { assetHash: bundleHash(props.directory) });
  const lambda = new LambdaFunction(scope, name, {
    code,
    handler: "index.handler",
    description: props.summary.slice(0, 256),
    runtime: Runtime.NODEJS_24_X,
    // DuckDB's binding is not published for linux-arm64.
    architecture: Architecture.X86_64,
    memorySize: props.memory,
    timeout: props.timeout,
    tracing: Tracing.ACTIVE,
    environment: { ...environmentOf(props.config, props.region), NODE_OPTIONS: "--enable-source-maps" },
    logGroup: new LogGroup(scope, `${name}Logs`, { retention: RetentionDays.THREE_MONTHS }),
  });
  for (const statement of statements(props.config, props.region, props.needs))
    lambda.addToRolePolicy(statement);
  return lambda;
}
