import { Duration, Stack } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { StepContract } from "#shared/http/operations/step.ts";
import type { Bundle } from "../bundle.ts";
import { commitQueue, queuesCommits, RECEIVER, RECEIVER_TIMEOUT } from "../constructs/commitQueue.ts";
import { deadLetters } from "../constructs/deadLetters.ts";
import { isDaily, isSweep, type PlacedStep, stepsOf } from "../constructs/placedFunctions.ts";
import { MAX_DISK, platformFunction, type Resources } from "../constructs/platformFunction.ts";
import { reservedConcurrencyOf } from "../constructs/reservedConcurrency.ts";
import { keepFailures, workflow } from "../constructs/workflow.ts";
import { machinesOf } from "../names.ts";
import type { LocationStackProps } from "./dataStack.ts";

export interface FunctionStackProps extends LocationStackProps {
  functions: Record<string, Bundle>;
}

/** Resources for steps, by the kind of work. */
const RESOURCES: Record<NonNullable<StepContract["compute"]> | "none", Resources> = {
  none: { memory: 512 },
  ingest: { memory: 3008, disk: MAX_DISK },
  task: { memory: 10_240, disk: MAX_DISK },
  maintain: { memory: 3008, disk: MAX_DISK },
  longQuery: { memory: 3008, disk: MAX_DISK },
};

/** Resources of a step that reads small files: a compressed file may contain gigabytes of text, which are written to disk. */
const SMALL_FILES: Resources = { memory: 1769, disk: MAX_DISK };

/** Resources of the step that commits for a whole workspace: a full processor, so that its commits do not wait for it. */
const COMMITS: Resources = { memory: 1769 };

function resourcesOf({ compute, needs }: StepContract): Resources {
  return compute === undefined && needs.includes("duckdb") ? SMALL_FILES : RESOURCES[compute ?? "none"];
}

/** Sweep interval, within which a lost execution is found. */
const SWEEP_EVERY = Duration.minutes(5);

/** Maximum number of functions that one rule can call. */
const MAX_TARGETS = 5;

/** State machines in a location, their steps, and the schedules that restart lost work. */
export class WorkflowStack extends Stack {
  constructor(scope: Construct, id: string, props: FunctionStackProps) {
    super(scope, id, props);
    const { config, location } = props;
    const queue = deadLetters(this, location);
    const steps = stepsOf(location);
    const lambdas: Record<string, LambdaFunction> = {};
    for (const placed of steps) {
      lambdas[placed.name] = this.#step(placed, props, isSweep(placed) ? queue : undefined);
    }
    const receiver = lambdas[RECEIVER];
    const commits =
      receiver && location !== "platform" && queuesCommits(config)
        ? commitQueue(this, location, receiver, config)
        : null;
    const machines = machinesOf(location).map((machine) => workflow(this, config, machine, lambdas, commits));
    keepFailures(this, machines, queue);
    const sweeps = steps.filter(isSweep);
    const onSchedule = (id: string, every: Duration, called: PlacedStep[]): void => {
      const rule = new Rule(this, id, { schedule: Schedule.rate(every) });
      for (const { name } of called) {
        const lambda = lambdas[name];
        // The next sweep repeats the work, so an old event does not need to be retried.
        const options = { deadLetterQueue: queue, retryAttempts: 2, maxEventAge: SWEEP_EVERY };
        if (lambda) rule.addTarget(new LambdaTarget(lambda, options));
      }
    };
    const frequent = sweeps.filter((placed) => !isDaily(placed));
    for (let from = 0; from < frequent.length; from += MAX_TARGETS) {
      const id = from === 0 ? "Sweep" : `Sweep${from / MAX_TARGETS + 1}`;
      onSchedule(id, SWEEP_EVERY, frequent.slice(from, from + MAX_TARGETS));
    }
    const daily = sweeps.filter(isDaily);
    if (daily.length > 0) onSchedule("DailySweep", Duration.days(1), daily);
  }

  #step(
    placed: PlacedStep,
    { config, functions }: FunctionStackProps,
    queue: ReturnType<typeof deadLetters> | undefined,
  ): LambdaFunction {
    const { name, step } = placed;
    const code = functions[name];
    if (!code) throw new Error(`The bundle for step ${name} is missing`);
    return platformFunction(this, name, {
      config,
      access: placed,
      bundle: code,
      summary: step.contract.summary,
      resources: name === RECEIVER ? COMMITS : resourcesOf(step.contract),
      reservedConcurrency: reservedConcurrencyOf(config, name),
      timeout: name === RECEIVER ? RECEIVER_TIMEOUT : Duration.minutes(15),
      ...(queue ? { deadLetters: queue } : {}),
    });
  }
}
