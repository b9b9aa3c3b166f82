import { Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { operations } from "#functions/operations.ts";
import { steps } from "#functions/steps.ts";
import type { Operation } from "#shared/api/operation.ts";
import type { Step } from "#shared/api/step.ts";
import type { Config } from "../config.ts";
import { dataTable } from "../constructs/dataTable.ts";
import { operationFunction } from "../constructs/operationFunction.ts";
import { restApi } from "../constructs/restApi.ts";
import { workflow } from "../constructs/workflow.ts";
import { names } from "../names.ts";

export interface RegionStackProps extends StackProps {
  config: Config;
  region: "EU" | "US";
  functions: Record<string, string>;
}

/** What steps get, in MB: processors come with memory. */
const MEMORY = { none: 512, short: 3008, long: 10_240 };

/** One region: the records and objects of its workspaces, and the operations on them. */
export class RegionStack extends Stack {
  constructor(scope: Construct, id: string, props: RegionStackProps) {
    super(scope, id, props);
    const { config, region } = props;
    dataTable(this, names.regionTable(region));
    new Bucket(this, "Lake", {
      bucketName: names.bucket(config, region),
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(2) }],
    });
    const mine = Object.fromEntries(
      Object.entries(operations as Record<string, Operation>).filter(
        ([, { contract }]) => contract.audience === "member" && contract.transport !== "upload",
      ),
    );
    const lambdas: Record<string, LambdaFunction> = {};
    for (const [name, { contract }] of Object.entries(mine)) {
      lambdas[name] = this.#lambda(name, contract, props, contract.needs.includes("sql") ? 2048 : 512, 29);
    }
    for (const [name, { contract }] of Object.entries(steps as Record<string, Step>)) {
      if (contract.place !== "region") continue;
      lambdas[name] = this.#lambda(name, contract, props, MEMORY[contract.compute ?? "none"], 900);
    }
    restApi(this, mine, lambdas);
    workflow(this, "Load", "load.asl.json", names.loadMachine(region), lambdas);
    workflow(this, "Task", "task.asl.json", names.taskMachine(region), lambdas);
    const sweep = new Rule(this, "SweepLoads", { schedule: Schedule.rate(Duration.minutes(5)) });
    for (const sweeper of [lambdas.sweepLoads, lambdas.sweepTasks]) {
      if (sweeper) sweep.addTarget(new LambdaTarget(sweeper));
    }
  }

  #lambda(
    name: string,
    contract: Pick<Step["contract"], "summary" | "needs">,
    { config, region, functions }: RegionStackProps,
    memory: number,
    seconds: number,
  ): LambdaFunction {
    return operationFunction(this, name, {
      config,
      region,
      directory: functions[name] ?? "",
      summary: contract.summary,
      needs: contract.needs,
      memory,
      timeout: Duration.seconds(seconds),
    });
  }
}
