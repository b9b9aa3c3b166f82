import type { Definition } from "./definition.ts";
import type { ClosedRecord, ExecutionHead, Outcome, RunningRecord, StatesLog } from "./records.ts";
import { type Entering, runStates } from "./runStates.ts";
import type { Invoke, Position, Scope } from "./scope.ts";
import { sleepUntil } from "./sleepUntil.ts";
import { thrownByTask } from "./stateError.ts";

export const EXECUTION_KEY = "execution:";

/** Says why an execution ends before its states do. Without an outcome it pauses until the endpoint starts again. */
class Halt extends Error {
  readonly outcome: Outcome | undefined;

  constructor(outcome?: Outcome) {
    super("The execution is halted.");
    this.outcome = outcome;
  }
}

/** Runs an execution in this process. */
export class Execution {
  readonly arn: string;
  readonly record: RunningRecord;
  readonly head: ExecutionHead;
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
    const { position: _, ...execution } = this.record;
    const record: ClosedRecord = { ...execution, outcome };
    const head = { status: outcome.status, start: this.head.start, stop: Date.now() };
    await this.#log.put(EXECUTION_KEY + this.arn, head, record);
    return outcome;
  }

  async #outcome(definition: Definition, invoke: Invoke): Promise<Outcome | undefined> {
    const stopTimer = this.#startTimer(definition);
    const { signal } = this.#halt;
    try {
      const scope: Scope = {
        invoke,
        history: { events: 1 },
        signal,
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

  /** Ends the execution when its time is over, which counts from its start, however often it was interrupted. */
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
   * Saves each position: work starts when the disk knows how far the execution has come, so that what was done before
   * is not done again. A Choice does not wait for it: to evaluate one twice does no harm. The first position is on the
   * disk already.
   */
  #entering(): Entering {
    return async (position, { Type }) => {
      if (position === this.record.position || Type === "Succeed" || Type === "Fail") return;
      const saved = this.save(position);
      if (Type === "Choice") saved.catch(() => undefined);
      else await saved;
    };
  }
}
