import type { ContextObject, Definition } from "./definition.ts";
import { History } from "./history.ts";
import { LOCAL_ROLE } from "./machines.ts";
import type { ClosedRecord, ExecutionHead, Outcome, RunningRecord, StatesLog } from "./records.ts";
import { type Entering, runStates } from "./runStates.ts";
import type { Invoke, Position, Scope } from "./scope.ts";
import { sleepUntil } from "./sleepUntil.ts";
import { thrownByTask } from "./stateError.ts";

export const EXECUTION_KEY = "execution:";

/** Why an execution ends before its states do. Without an outcome it only pauses, for the next start of the endpoint. */
class Halt extends Error {
  readonly outcome: Outcome | undefined;

  constructor(outcome?: Outcome) {
    super("The execution is halted.");
    this.outcome = outcome;
  }
}

/** An execution that runs in this process. */
export class Execution {
  readonly arn: string;
  readonly record: RunningRecord;
  readonly head: ExecutionHead;
  readonly history = new History();
  readonly #log: StatesLog;
  readonly #halt = new AbortController();

  constructor(arn: string, record: RunningRecord, head: ExecutionHead, log: StatesLog) {
    this.arn = arn;
    this.record = record;
    this.head = head;
    this.#log = log;
  }

  /** Ends it early. What runs is told by its signal; `run` then returns. */
  stop(error: string | undefined, cause: string | undefined): void {
    this.#halt.abort(
      new Halt({
        status: "ABORTED",
        ...(error === undefined ? {} : { error }),
        ...(cause === undefined ? {} : { cause }),
      }),
    );
  }

  /** Ends only what runs: the journal still says RUNNING. */
  pause(): void {
    this.#halt.abort(new Halt());
  }

  /** Brings it onto the disk, and with it everything put before. */
  save(position: Position): Promise<void> {
    this.record.position = position;
    return this.#log.put(EXECUTION_KEY + this.arn, this.head, this.record);
  }

  /** Runs it from its position to its end. Resolves to undefined where it was paused. */
  async run(definition: Definition, invoke: Invoke): Promise<Outcome | undefined> {
    const outcome = await this.#outcome(definition, invoke);
    return outcome && (await this.end(outcome));
  }

  /** Brings its end onto the disk. */
  async end(outcome: Outcome): Promise<Outcome> {
    this.#recordEnd(outcome);
    const { position: _, ...execution } = this.record;
    const record: ClosedRecord = { ...execution, outcome, events: this.history.digest() };
    const head = { status: outcome.status, start: this.head.start, stop: Date.now() };
    await this.#log.put(EXECUTION_KEY + this.arn, head, record);
    return outcome;
  }

  async #outcome(definition: Definition, invoke: Invoke): Promise<Outcome | undefined> {
    const stopTimer = this.#startTimer(definition);
    const { signal } = this.#halt;
    try {
      const started = this.history.add("ExecutionStarted", 0, "executionStarted", {
        ...this.history.data("input", JSON.parse(this.record.input)),
        roleArn: LOCAL_ROLE,
      });
      const scope: Scope = {
        executionArn: this.arn,
        invoke,
        history: this.history,
        context: this.#context(),
        signal,
        lastEvent: started,
        runGroup: (group, input, inner) => runStates(group, { state: group.StartAt, input }, inner),
      };
      const output = await runStates(definition, this.record.position, scope, this.#entering());
      return { status: "SUCCEEDED", output: JSON.stringify(output) };
    } catch (thrown) {
      if (signal.reason instanceof Halt) return signal.reason.outcome;
      const { code, message } = thrownByTask(thrown);
      return { status: "FAILED", ...(code === undefined ? {} : { error: code }), cause: message };
    } finally {
      stopTimer();
    }
  }

  /** The time that the whole execution has counts from its start, however often it was interrupted. */
  #startTimer({ TimeoutSeconds }: Definition): () => void {
    const stopped = new AbortController();
    if (TimeoutSeconds !== undefined) {
      sleepUntil(this.head.start + TimeoutSeconds * 1000, stopped.signal).then(
        () => this.#halt.abort(new Halt({ status: "TIMED_OUT" })),
        () => undefined,
      );
    }
    return () => stopped.abort();
  }

  /**
   * Work starts when the disk knows how far the execution has come, so that what is done before is not done again. A
   * Choice and a Pass do not wait for it: to evaluate one twice does no harm. The first position is on the disk already.
   */
  #entering(): Entering {
    return async (position, { Type }) => {
      if (position === this.record.position || Type === "Succeed" || Type === "Fail") return;
      const saved = this.save(position);
      if (Type === "Choice" || Type === "Pass") saved.catch(() => undefined);
      else await saved;
    };
  }

  #context(): ContextObject {
    const { machineArn, name, input } = this.record;
    return {
      Execution: {
        Id: this.arn,
        Name: name,
        Input: JSON.parse(input),
        StartTime: new Date(this.head.start).toISOString(),
        RoleArn: LOCAL_ROLE,
        RedriveCount: 0,
      },
      StateMachine: { Id: machineArn, Name: machineArn.slice(machineArn.lastIndexOf(":") + 1) },
    };
  }

  #recordEnd({ status, output, error, cause }: Outcome): void {
    const last = this.history.events.length;
    if (status === "SUCCEEDED") {
      const data = this.history.data("output", JSON.parse(output ?? "null"));
      this.history.add("ExecutionSucceeded", last, "executionSucceeded", data);
    } else {
      const [type, name] = END_EVENTS[status];
      this.history.add(type, last, name, { error, cause });
    }
  }
}

const END_EVENTS = {
  FAILED: ["ExecutionFailed", "executionFailed"],
  TIMED_OUT: ["ExecutionTimedOut", "executionTimedOut"],
  ABORTED: ["ExecutionAborted", "executionAborted"],
} as const;
