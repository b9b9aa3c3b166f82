import { Duration } from "aws-cdk-lib";
import { Rule } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { DefinitionBody, LogLevel, StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import type { Construct } from "constructs";
import { readStateMachine } from "#shared/runtime/stateMachine.ts";
import type { Config } from "../config.ts";
import { explainWildcards } from "./acknowledge.ts";
import { QUEUE_URL, withQueuedCommits } from "./queuedCommits.ts";

/**
 * Creates a state machine from the same file that the local platform uses. With a queue, the steps that commit are replaced by
 * messages to it; the state machine may still call them, because running executions keep the definition that they started with.
 */
export function workflow(
  scope: Construct,
  config: Config,
  machine: { file: string; name: string },
  functions: Record<string, LambdaFunction>,
  commits: IQueue | null,
): StateMachine {
  const file = readStateMachine(machine.file);
  const text = commits ? withQueuedCommits(file) : file;
  const called = namesIn(file).map((name) => {
    const lambda = functions[name];
    if (!lambda) throw new Error(`${machine.file} refers to ${name}, which is not a function in this stack`);
    return [name, lambda.functionArn] as const;
  });
  const queue = commits && namesIn(text).includes(QUEUE_URL) ? commits : null;
  const values = new Map([...called, ...(queue ? [[QUEUE_URL, queue.queueUrl] as const] : [])]);
  const arns = called.map(([, arn]) => arn);
  return new StateMachine(scope, machine.name, {
    stateMachineName: machine.name,
    definitionBody: DefinitionBody.fromString(text),
    definitionSubstitutions: Object.fromEntries(namesIn(text).map((name) => [name, values.get(name) ?? ""])),
    role: machineRole(scope, machine.name, arns, queue).withoutPolicyUpdates(),
    tracingEnabled: true,
    logs: {
      // Log groups with this prefix do not need an entry in the account's single policy for service logs.
      destination: new LogGroup(scope, `${machine.name}-logs`, {
        logGroupName: `/aws/vendedlogs/states/${machine.name}`,
        retention: config.retention.logDays,
      }),
      // Excludes inputs and outputs: executions contain only IDs, but error causes may contain more.
      level: LogLevel.ALL,
      includeExecutionData: false,
    },
  });
}

/** Returns the names of the placeholders `${name}` in a definition. */
function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? ""))];
}

/** Creates the role for a state machine, which can call only the steps of that state machine, and send only to its queue. */
function machineRole(scope: Construct, name: string, functionArns: string[], queue: IQueue | null): Role {
  const statements = [
    new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: functionArns }),
    ...(queue ? [new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [queue.queueArn] })] : []),
    new PolicyStatement({
      actions: [
        ...["logs:CreateLogDelivery", "logs:DeleteLogDelivery", "logs:DescribeLogGroups"],
        ...["logs:DescribeResourcePolicies", "logs:GetLogDelivery", "logs:ListLogDeliveries"],
        ...["logs:PutResourcePolicy", "logs:UpdateLogDelivery"],
      ],
      resources: ["*"],
    }),
    new PolicyStatement({
      actions: [
        ...["xray:GetSamplingRules", "xray:GetSamplingTargets", "xray:PutTelemetryRecords"],
        "xray:PutTraceSegments",
      ],
      resources: ["*"],
    }),
  ];
  const role = new Role(scope, `${name}-role`, {
    roleName: `${name}-machine`,
    assumedBy: new ServicePrincipal("states.amazonaws.com"),
    inlinePolicies: { Machine: new PolicyDocument({ statements }) },
  });
  explainWildcards(role, statements);
  return role;
}

/**
 * Sends failed executions to a queue, where they remain until they are handled. Stopped executions are excluded: the platform
 * stops canceled work, and the sweepers find everything else.
 */
export function keepFailures(scope: Construct, machines: readonly StateMachine[], queue: IQueue): Rule {
  return new Rule(scope, "FailedExecutions", {
    description: "Executions that failed or timed out",
    eventPattern: {
      source: ["aws.states"],
      detailType: ["Step Functions Execution Status Change"],
      detail: {
        status: ["FAILED", "TIMED_OUT"],
        stateMachineArn: machines.map((machine) => machine.stateMachineArn),
      },
    },
    targets: [new SqsQueue(queue, { retryAttempts: 10, maxEventAge: Duration.hours(24) })],
  });
}
