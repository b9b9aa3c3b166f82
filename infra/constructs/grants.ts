import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Grant } from "#shared/api/contract.ts";
import type { Config } from "../config.ts";
import { machineArn, names, tableArn } from "../names.ts";

const READ = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
const WRITE = [
  ...READ,
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:ConditionCheckItem",
];
const MACHINE_ACTIONS = ["states:StartExecution", "states:DescribeExecution", "states:StopExecution"];
const REGIONS = ["EU", "US"] as const;

/** The IAM statements that one function's contract asks for; nothing else is granted. */
export function statements(
  config: Config,
  region: "EU" | "US" | null,
  needs: readonly Grant[],
): PolicyStatement[] {
  // Every request of a workspace looks its record up in the home region.
  const all = new Set<Grant>(region === null ? needs : ["platform:read", ...needs]);
  return [...all].flatMap((grant) => statement(config, region, grant) ?? []);
}

function statement(config: Config, region: "EU" | "US" | null, grant: Grant): PolicyStatement | null {
  const platform = tableArn(config, config.homeRegion, names.platformTable);
  const regional = REGIONS.filter((name) => region === null || name === region);
  const tables = regional.map((name) => tableArn(config, config.regions[name], names.regionTable(name)));
  const buckets = regional.map((name) => `arn:aws:s3:::${names.bucket(config, name)}`);
  const pictures = `arn:aws:s3:::${names.platformBucket(config)}/pictures/*`;
  const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
  switch (grant) {
    case "platform:read":
      return allow(READ, [platform]);
    case "platform:write":
      return allow(WRITE, [platform]);
    case "table:read":
      return allow(READ, tables);
    case "table:write":
      return allow(WRITE, tables);
    case "regions:read":
      return allow(READ, tables);
    case "regions:write":
      return allow([...WRITE, "dynamodb:BatchWriteItem"], tables);
    case "lake:read":
      return allow(
        ["s3:GetObject"],
        buckets.map((bucket) => `${bucket}/ws/*`),
      );
    case "lake:write":
      return allow(
        ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListBucket"],
        buckets.flatMap((bucket) => [bucket, `${bucket}/ws/*`]),
      );
    case "load:start":
      return allow(
        MACHINE_ACTIONS,
        regional.flatMap((name) => machinesOf(config, config.regions[name], names.loadMachine(name))),
      );
    case "task:start":
      return allow(
        MACHINE_ACTIONS,
        regional.flatMap((name) => machinesOf(config, config.regions[name], names.taskMachine(name))),
      );
    case "workspace:start":
      return allow(
        MACHINE_ACTIONS,
        [names.workspaceMachine, names.deletionMachine].flatMap((name) =>
          machinesOf(config, config.homeRegion, name),
        ),
      );
    case "pictures:read":
      return allow(["s3:GetObject"], [pictures]);
    case "pictures:write":
      return allow(["s3:PutObject", "s3:DeleteObject"], [pictures]);
    case "sql":
      return null;
  }
}

function machinesOf(config: Config, awsRegion: string, name: string): string[] {
  const arn = machineArn(config, awsRegion, name);
  return [arn, `${arn.replace(":stateMachine:", ":execution:")}:*`];
}
