import { Place, type WorkControl } from "./place.ts";
import { endedForOthers, tooManyWaiting, waitedTooLong } from "./turnErrors.ts";

export interface TurnLimits {
  /** Maximum number of concurrent pieces of work for all workspaces together. */
  total: number;
  /** Number of slots beyond `total` for workspaces that have nothing running. */
  extra: number;
  /** Maximum number of concurrent pieces of work for one workspace. */
  perWorkspace: number;
  /** Maximum number of waiting pieces of work per workspace; further work is refused. */
  maxWaiting: number;
  /** Maximum waiting time, in milliseconds, after which the work is refused. */
  maxWaitMs: number;
  /** True if the work is never stopped for others, because it would be lost: a workspace that waits gets an extra slot. */
  isKept?: boolean;
  /** Singular noun for the work, used in error messages. */
  what: string;
}

/** Right to run one piece of work. */
export interface Turn {
  /** Specifies how the work can be stopped once it is running. */
  bind: (control: WorkControl) => void;
  /** Releases the slot; further calls do nothing. */
  release: () => void;
}

interface Waiting {
  workspace: string;
  since: number;
  enter: (slot: Place) => void;
}

/** Time for which a workspace with nothing running waits before others make room, in milliseconds. */
const PATIENCE_MS = 500;
/** Tolerance for timers that fire a little early. */
const FULL_SHARE = 0.9;
/** Time for which a workspace's share is reserved after its last work, in milliseconds. */
const KEEP_SHARE_MS = 30_000;
/** Number of workspaces for which the last turn is remembered. */
const MAX_REMEMBERED_WORKSPACES = 1_000;

/**
 * Shares the slots for one kind of work among workspaces. A workspace's share is the number of slots divided by the number of
 * recently active workspaces, and at least one. A free slot goes to the workspace with the least running work; ties are broken
 * by the least recent turn, then by queue order. Within a workspace, work runs in order of arrival.
 *
 * A workspace with nothing running soon gets a slot: the most recent work of the largest workspace is stopped with a 429 if
 * that workspace exceeds its share; otherwise, an extra slot is used.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #patienceMs: number;
  /** Oldest first. */
  readonly #places = new Set<Place>();
  #waiting: Waiting[] = [];
  /** Sequence number of each workspace's last turn and the time it last had work; least recent first. */
  readonly #recent = new Map<string, { turn: number; at: number }>();
  #turns = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `patienceMs` is for tests. */
  constructor(limits: TurnLimits, patienceMs = PATIENCE_MS) {
    this.#limits = limits;
    this.#patienceMs = patienceMs;
  }

  /** Resolves when the work may run. Rejects with a DomainError or the signal's reason. */
  async take(workspace: string, signal: AbortSignal): Promise<Turn> {
    signal.throwIfAborted();
    const mayEnter =
      this.#places.size < this.#limits.total && this.#mayHaveMore(workspace, this.#share(workspace));
    const slot = mayEnter ? this.#enter(workspace) : await this.#wait(workspace, signal);
    return {
      bind: (control) => slot.bind(control),
      release: () => {
        if (!this.#places.delete(slot)) return;
        this.#remember(workspace, this.#recent.get(workspace)?.turn ?? 0);
        this.#startNext();
      },
    };
  }

  #runningCount(workspace: string): number {
    let count = 0;
    for (const slot of this.#places) if (slot.workspace === workspace) count += 1;
    return count;
  }

  #mayHaveMore(workspace: string, share: number): boolean {
    return this.#runningCount(workspace) < Math.min(share, this.#limits.perWorkspace);
  }

  /** Returns the number of slots that each workspace may use if the given workspace also has work. */
  #share(workspace?: string): number {
    const since = performance.now() - KEEP_SHARE_MS;
    const active = new Set([...this.#places, ...this.#waiting].map((entry) => entry.workspace));
    for (const [recent, { at }] of this.#recent) if (at > since) active.add(recent);
    if (workspace !== undefined) active.add(workspace);
    return Math.max(1, Math.floor(this.#limits.total / active.size));
  }

  #enter(workspace: string): Place {
    const slot = new Place(workspace);
    this.#places.add(slot);
    this.#turns += 1;
    this.#remember(workspace, this.#turns);
    return slot;
  }

  #remember(workspace: string, turn: number): void {
    this.#recent.delete(workspace);
    this.#recent.set(workspace, { turn, at: performance.now() });
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > MAX_REMEMBERED_WORKSPACES && oldest !== undefined) this.#recent.delete(oldest);
  }

  #wait(workspace: string, signal: AbortSignal): Promise<Place> {
    const { maxWaiting, maxWaitMs } = this.#limits;
    const waiting = this.#waiting.filter((entry) => entry.workspace === workspace).length;
    if (waiting >= maxWaiting) {
      return Promise.reject(tooManyWaiting(this.#limits, this.#runningCount(workspace), waiting));
    }
    return new Promise((resolve, reject) => {
      const leave = (error: unknown): void => {
        end();
        this.#waiting = this.#waiting.filter((waiting) => waiting !== entry);
        reject(error as Error);
      };
      const abort = (): void => leave(signal.reason);
      const timer = setTimeout(
        () => leave(waitedTooLong(this.#limits, this.#runningCount(workspace), this.#places.size)),
        maxWaitMs,
      );
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
      };
      const entry: Waiting = {
        workspace,
        since: performance.now(),
        enter: (slot) => {
          end();
          resolve(slot);
        },
      };
      this.#waiting.push(entry);
      signal.addEventListener("abort", abort, { once: true });
      this.#pressLater();
    });
  }

  /** Starts waiting work in order while slots are free. */
  #startNext(): void {
    while (this.#places.size < this.#limits.total) {
      const next = this.#first();
      if (!next) return;
      this.#start(next);
    }
  }

  #first(): Waiting | undefined {
    const share = this.#share();
    let best: { entry: Waiting; slots: number; turn: number } | undefined;
    for (const entry of this.#waiting) {
      if (!this.#mayHaveMore(entry.workspace, share)) continue;
      const slots = this.#runningCount(entry.workspace);
      const turn = this.#recent.get(entry.workspace)?.turn ?? 0;
      if (!best || slots < best.slots || (slots === best.slots && turn < best.turn))
        best = { entry, slots, turn };
    }
    return best?.entry;
  }

  #start(next: Waiting): void {
    this.#waiting = this.#waiting.filter((entry) => entry !== next);
    next.enter(this.#enter(next.workspace));
  }

  #pressLater(): void {
    if (this.#timer || this.#waiting.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#press();
      this.#pressLater();
    }, this.#patienceMs);
  }

  /** Makes room for each workspace that has no running work and has waited long enough. */
  #press(): void {
    // The share of a workspace that has been idle for a while is available to others.
    this.#startNext();
    let coming = [...this.#places].filter(({ isEnding }) => isEnding).length;
    const seen = new Set<string>();
    const before = performance.now() - this.#patienceMs * FULL_SHARE;
    for (const entry of [...this.#waiting]) {
      if (seen.has(entry.workspace) || entry.since > before || this.#runningCount(entry.workspace) > 0)
        continue;
      seen.add(entry.workspace);
      if (coming > 0) coming -= 1;
      else this.#makeRoom(entry);
    }
  }

  #makeRoom(next: Waiting): void {
    const counts = new Map<string, number>();
    const endable = this.#limits.isKept ? [] : [...this.#places].filter(({ canEnd }) => canEnd);
    for (const { workspace } of endable) counts.set(workspace, (counts.get(workspace) ?? 0) + 1);
    const share = this.#share();
    const above = endable.filter(({ workspace }) => (counts.get(workspace) ?? 0) > share);
    if (above.length === 0) {
      if (this.#places.size < this.#limits.total + this.#limits.extra) this.#start(next);
      return;
    }
    // An unread result is stored instead: this frees its slot without harm.
    if (above.some((slot) => slot.store())) return;
    const maxSlots = Math.max(...above.map(({ workspace }) => counts.get(workspace) ?? 0));
    const candidates = above.filter(({ workspace }) => counts.get(workspace) === maxSlots);
    // A response that has started can only be cut off.
    const youngest = candidates.findLast(({ isAnswered }) => !isAnswered) ?? candidates.at(-1);
    youngest?.end(endedForOthers(this.#limits, youngest.runningMs));
  }
}
