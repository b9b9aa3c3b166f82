import { readFileSync } from "node:fs";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { DefinitionBody, LogLevel, StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import type { Construct } from "constructs";

/** A state machine from the same file that the local platform runs. */
export function workflow(
  scope: Construct,
  id: string,
  file: string,
  stateMachineName: string,
  functions: Record<string, LambdaFunction>,
): StateMachine {
  const text = readFileSync(new URL(`../../statemachines/${file}`, import.meta.url), "utf8");
  const used = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const substitutions: Record<string, string> = {};
  const machine = new StateMachine(scope, id, {
    stateMachineName,
    definitionBody: DefinitionBody.fromString(text),
    definitionSubstitutions: substitutions,
    tracingEnabled: true,
    logs: {
      destination: new LogGroup(scope, `${id}Logs`, { retention: RetentionDays.THREE_MONTHS }),
      level: LogLevel.ERROR,
    },
  });
  for (const name of new Set(used)) {
    const lambda = functions[name];
    if (!lambda) throw new Error(`${file} names ${name}, which is no function of this stack`);
    substitutions[name] = lambda.functionArn;
    lambda.grantInvoke(machine);
  }
  return machine;
}
