import { log as logger } from "#shared/runtime/log.ts";
import { InvalidDefinitionError } from "./checkDefinition.ts";
import type { Definition, Json } from "./definition.ts";
import { Execution } from "./execution.ts";
import type { Journal } from "./journal.ts";
import type { Machine, Machines } from "./machines.ts";
import type { ExecutionRecord } from "./records.ts";
import type { Invoke } from "./scope.ts";
import { ServiceError } from "./serviceError.ts";

interface Live {
  execution: Execution;
  /** Resolves when its start is on disk. */
  saved: Promise<void>;
  ended: Promise<void>;
}

/** Stores all running and closed executions: the name of a closed execution remains in use. */
export class ExecutionStore {
  readonly #journal: Journal;
  readonly #machines: Machines;
  readonly #invoke: Invoke;
  readonly #live = new Map<string, Live>();

  constructor(journal: Journal, machines: Machines, invoke: Invoke) {
    this.#journal = journal;
    this.#machines = machines;
    this.#invoke = invoke;
  }

  /** Resumes the executions that were running when the last process exited. */
  resume(): void {
    for (const { arn, record } of this.#journal.running()) {
      this.#run(new Execution(arn, record, this.#journal), Promise.resolve());
    }
  }

  /** Starts an execution. If an execution with the same name and input is running, returns that one instead. */
  async start(machine: Machine, name: string, input: string): Promise<{ arn: string; start: number }> {
    const arn = `${machine.arn.replace(":stateMachine:", ":execution:")}:${name}`;
    const known = this.#live.get(arn);
    if (known && canonical(known.execution.record.input) === canonical(input)) {
      await known.saved;
      return { arn, start: known.execution.record.start };
    }
    if (known || this.#journal.execution(arn)) {
      throw new ServiceError("ExecutionAlreadyExists", `Execution Already Exists: '${arn}'`);
    }
    const start = Date.now();
    const position = { state: machine.definition.StartAt, input: JSON.parse(input) as Json };
    const { arn: machineArn, definitionId: definition } = machine;
    const record = { status: "RUNNING", machineArn, name, input, definition, start, position } as const;
    const execution = new Execution(arn, record, this.#journal);
    const saved = execution.save(position);
    this.#run(execution, saved);
    await saved;
    return { arn, start };
  }

  /** Finds an execution, running or closed. */
  describe(arn: string): ExecutionRecord {
    const record = this.#live.get(arn)?.execution.record ?? this.#journal.execution(arn);
    if (record) return record;
    throw new ServiceError("ExecutionDoesNotExist", `Execution Does Not Exist: '${arn}'`);
  }

  /** Resolves to the end time (ms since 1970), even if the execution had already ended. */
  async stop(arn: string, error: string | undefined, cause: string | undefined): Promise<number> {
    const live = this.#live.get(arn);
    live?.execution.stop(error, cause);
    await live?.ended;
    const record = this.describe(arn);
    return record.status === "RUNNING" ? Date.now() : record.stop;
  }

  /** Stops running work without stopping the executions. */
  async close(): Promise<void> {
    const live = [...this.#live.values()];
    for (const { execution } of live) execution.pause();
    await Promise.all(live.map(({ ended }) => ended));
  }

  #run(execution: Execution, saved: Promise<void>): void {
    const ended = this.#runToEnd(execution, saved)
      .catch((error: unknown) => logger().error(`The execution ${execution.arn} was aborted`, error as Error))
      .finally(() => this.#live.delete(execution.arn));
    this.#live.set(execution.arn, { execution, saved, ended });
  }

  async #runToEnd(execution: Execution, saved: Promise<void>): Promise<void> {
    await saved;
    let definition: Definition;
    try {
      definition = await this.#machines.definition(execution.record.definition);
    } catch (error) {
      if (!(error instanceof InvalidDefinitionError)) throw error;
      return await execution.end({ status: "FAILED", error: "States.Runtime", cause: error.message });
    }
    await execution.run(definition, this.#invoke);
  }
}

function canonical(json: string): string {
  return JSON.stringify(JSON.parse(json));
}
