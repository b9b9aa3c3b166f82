import { log as logger } from "#shared/runtime/log.ts";
import { InvalidDefinitionError } from "./checkDefinition.ts";
import type { Definition, Json } from "./definition.ts";
import { EXECUTION_KEY, Execution } from "./execution.ts";
import type { Machine, Machines } from "./machines.ts";
import type { ClosedRecord, ExecutionHead, Outcome, RunningRecord, StatesLog } from "./records.ts";
import type { Invoke } from "./scope.ts";
import { StatesError } from "./statesError.ts";

interface Live {
  execution: Execution;
  /** Resolves when it is on the disk that it was started. */
  saved: Promise<void>;
  ended: Promise<unknown>;
}

/** Execution, running or closed. */
export interface ExecutionState {
  arn: string;
  head: ExecutionHead;
  record: RunningRecord | ClosedRecord;
}

/** Knows every execution there is or was: a name stays taken when its execution is closed. */
export class Executions {
  readonly #log: StatesLog;
  readonly #machines: Machines;
  readonly #invoke: Invoke;
  readonly #live = new Map<string, Live>();

  constructor(log: StatesLog, machines: Machines, invoke: Invoke) {
    this.#log = log;
    this.#machines = machines;
    this.#invoke = invoke;
  }

  /** Resumes the executions that were running when the last process ended. */
  async resume(): Promise<void> {
    for (const [key, head] of [...this.#log.heads(EXECUTION_KEY)]) {
      if (head?.status !== "RUNNING") continue;
      const record = (await this.#log.get(key)) as RunningRecord;
      this.#run(new Execution(key.slice(EXECUTION_KEY.length), record, head, this.#log), Promise.resolve());
    }
  }

  /** Starts an execution. One that runs with the same name and input is not started again but answered. */
  async start(machine: Machine, name: string, input: string): Promise<{ arn: string; start: number }> {
    const arn = `${machine.arn.replace(":stateMachine:", ":execution:")}:${name}`;
    const known = this.#live.get(arn);
    if (known && canonical(known.execution.record.input) === canonical(input)) {
      await known.saved;
      return { arn, start: known.execution.head.start };
    }
    if (known || this.#log.has(EXECUTION_KEY + arn)) {
      throw new StatesError("ExecutionAlreadyExists", `Execution Already Exists: '${arn}'`);
    }
    const { id, definition } = this.#machines.keepDefinition(machine.text);
    const position = { state: definition.StartAt, input: JSON.parse(input) as Json };
    const record = { machineArn: machine.arn, name, input, definition: id, position };
    const execution = new Execution(arn, record, { status: "RUNNING", start: Date.now() }, this.#log);
    const saved = execution.save(position);
    this.#run(execution, saved);
    await saved;
    return { arn, start: execution.head.start };
  }

  async describe(arn: string): Promise<ExecutionState> {
    const live = this.#live.get(arn);
    if (live) return { arn, head: live.execution.head, record: live.execution.record };
    const head = this.#log.head(EXECUTION_KEY + arn);
    if (!head) throw doesNotExist(arn);
    return { arn, head, record: (await this.#log.get(EXECUTION_KEY + arn)) as ClosedRecord };
  }

  /** Resolves to when it ended, ms since 1970, also where it had ended before. */
  async stop(arn: string, error: string | undefined, cause: string | undefined): Promise<number> {
    const live = this.#live.get(arn);
    live?.execution.stop(error, cause);
    await live?.ended;
    const head = this.#log.head(EXECUTION_KEY + arn);
    if (!head) throw doesNotExist(arn);
    return head.stop ?? Date.now();
  }

  /** Ends what runs, without ending the executions. */
  async close(): Promise<void> {
    const live = [...this.#live.values()];
    for (const { execution } of live) execution.pause();
    await Promise.all(live.map(({ ended }) => ended));
  }

  #run(execution: Execution, saved: Promise<void>): void {
    const ended = this.#runToEnd(execution, saved)
      .catch((error: unknown) => logger().error(`The execution ${execution.arn} broke off`, error as Error))
      .finally(() => this.#live.delete(execution.arn));
    this.#live.set(execution.arn, { execution, saved, ended });
  }

  async #runToEnd(execution: Execution, saved: Promise<void>): Promise<Outcome | undefined> {
    await saved;
    let definition: Definition;
    try {
      definition = await this.#machines.definition(execution.record.definition);
    } catch (error) {
      if (!(error instanceof InvalidDefinitionError)) throw error;
      return await execution.end({ status: "FAILED", error: "States.Runtime", cause: error.message });
    }
    return await execution.run(definition, this.#invoke);
  }
}

function doesNotExist(arn: string): StatesError {
  return new StatesError("ExecutionDoesNotExist", `Execution Does Not Exist: '${arn}'`);
}

function canonical(json: string): string {
  return JSON.stringify(JSON.parse(json));
}
