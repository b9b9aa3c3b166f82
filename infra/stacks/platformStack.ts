import { Duration, Stack, type StackProps } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
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

export interface PlatformStackProps extends StackProps {
  config: Config;
  functions: Record<string, string>;
}

/** The platform in its home region: the records of workspaces, and the operations outside of any workspace. */
export class PlatformStack extends Stack {
  constructor(scope: Construct, id: string, props: PlatformStackProps) {
    super(scope, id, props);
    const { config, functions } = props;
    dataTable(this, names.platformTable);
    const mine = Object.fromEntries(
      Object.entries(operations as Record<string, Operation>).filter(
        ([, { contract }]) => contract.audience !== "member",
      ),
    );
    const ofSteps = Object.entries(steps as Record<string, Step>).filter(
      ([, { contract }]) => contract.place === "platform",
    );
    const lambdas: Record<string, LambdaFunction> = {};
    for (const [name, { contract }] of [...Object.entries(mine), ...ofSteps]) {
      lambdas[name] = operationFunction(this, name, {
        config,
        region: null,
        directory: functions[name] ?? "",
        summary: contract.summary,
        needs: contract.needs,
        memory: 512,
        timeout: Duration.seconds(name in mine ? 29 : 300),
      });
    }
    restApi(this, mine, lambdas);
    workflow(this, "Workspace", "workspace.asl.json", names.workspaceMachine, lambdas);
    workflow(this, "Deletion", "deletion.asl.json", names.deletionMachine, lambdas);
    const sweep = new Rule(this, "SweepWorkspaces", { schedule: Schedule.rate(Duration.minutes(5)) });
    if (lambdas.sweepWorkspaces) sweep.addTarget(new LambdaTarget(lambdas.sweepWorkspaces));
  }
}
