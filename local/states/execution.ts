import type { Definition } from "./definition.ts";
import type { Journal } from "./journal.ts";
import type { Outcome, RunningExecution } from "./records.ts";
import { type Entering, runDefinition } from "./runDefinition.ts";
import type { Invoke, Position, Scope } from "./scope.ts";
import { sleepUntil } from "./sleepUntil.ts";
import { thrownByTask } from "./stateError.ts";
import { untilSaved } from "./untilSaved.ts";

/** Reason that an execution stopped early. Without an outcome, the execution is paused until the endpoint restarts. */
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
  readonly record: RunningExecution;
  readonly #journal: Journal;
  readonly #halt = new AbortController();
  readonly #pause = new AbortController();

  constructor(arn: string, record: RunningExecution, journal: Journal) {
    this.arn = arn;
    this.record = record;
    this.#journal = journal;
  }

  /** Stops it early: aborts the running work's signal, after which `run` returns. */
  stop(error: string | undefined, cause: string | undefined): void {
    this.#halt.abort(new Halt({ status: "ABORTED", error, cause }));
  }

  /** Stops only the running work; the journal still contains RUNNING. */
  pause(): void {
    this.#pause.abort();
    this.#halt.abort(new Halt());
  }

  /** Saves a position. Resolves when it and everything saved before it are on disk. */
  save(position: Position): Promise<void> {
    this.record.position = position;
    return this.#journal.save(this.arn, this.record);
  }

  /** Runs it from its current position to the end, unless it is paused. */
  async run(definition: Definition, invoke: Invoke): Promise<void> {
    const outcome = await this.#outcome(definition, invoke);
    if (outcome) await this.end(outcome);
  }

  /** Syncs its outcome to disk. */
  async end(outcome: Outcome): Promise<void> {
    const { position: _, ...started } = this.record;
    const record = { ...started, ...outcome, stop: Date.now() };
    await untilSaved(() => this.#journal.save(this.arn, record), this.#pause.signal);
  }

  async #outcome(definition: Definition, invoke: Invoke): Promise<Outcome | undefined> {
    const stopTimer = this.#startTimer(definition);
    const { signal } = this.#halt;
    try {
      const scope: Scope = {
        invoke,
        history: { events: 1 },
        signal,
        runGroup: (group, input, inner) => runDefinition(group, { state: group.StartAt, input }, inner),
      };
      const output = await runDefinition(definition, this.record.position, scope, this.#entering());
      return { status: "SUCCEEDED", output: JSON.stringify(output) };
    } catch (thrown) {
      if (signal.reason instanceof Halt) return signal.reason.outcome;
      const { code, message } = thrownByTask(thrown);
      return { status: "FAILED", error: code, cause: message };
    } finally {
      stopTimer();
    }
  }

  /** Stops the execution at its timeout, which is measured from its start, including interruptions. */
  #startTimer({ TimeoutSeconds }: Definition): () => void {
    const stopped = new AbortController();
    if (TimeoutSeconds !== undefined) {
      sleepUntil(this.record.start + TimeoutSeconds * 1000, stopped.signal).then(
        () => this.#halt.abort(new Halt({ status: "TIMED_OUT" })),
        () => undefined,
      );
    }
    return () => stopped.abort();
  }

  /**
   * Saves each position before its work starts, so that completed work is not repeated. A Choice does not wait, because
   * evaluating it twice is harmless. The first position is already on disk.
   */
  #entering(): Entering {
    return async (position, { Type }) => {
      if (position === this.record.position || Type === "Succeed" || Type === "Fail") return;
      const saved = untilSaved(() => this.save(position), this.#halt.signal);
      if (Type === "Choice") saved.catch(() => undefined);
      else await saved;
    };
  }
}
