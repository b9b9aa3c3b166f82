import { DomainError } from "@pdp/basics/errors";

export interface BodyLimits {
  /** Maximum number of bodies read at the same time. */
  total: number;
  /** Maximum number for one holder. */
  perHolder: number;
  /** Maximum number of waiting bodies per holder; one more is refused. */
  maxWaiting: number;
  /** Maximum waiting time, in milliseconds, after which the body is refused. */
  maxWaitMs: number;
  /** Length of a window in which the minimum number of bytes of a body must arrive. */
  windowMs: number;
  minBytesPerWindow: number;
}

/** Slot of a body that is being read. */
export interface BodyPlace {
  /** Reports that more of the body has arrived. */
  moved: () => void;
  release: () => void;
}

interface Place {
  holder: string;
  /** Refuses the body, because another body needs its slot. */
  end: (error: DomainError) => void;
}

/** Holder of all bodies that are read without a token. */
export const STRANGERS = "";

/**
 * Slots for the bodies read at the same time. A holder (a workspace or a user) has a maximum number of slots; its other bodies
 * wait in order. If all slots are in use, a holder below its share immediately gets one from the largest holder: the slot of
 * the body that has been idle the longest. Bodies without a token do not wait for each other: a new body gets the slot of the
 * one that has been idle the longest.
 */
export class OpenBodies {
  readonly #limits: BodyLimits;
  /** Bodies by holder; the one that has been idle the longest comes first. */
  readonly #open = new Map<string, Set<Place>>();
  /** Functions that admit the waiting bodies, by holder, in the order of the holders' next turns. */
  readonly #queues = new Map<string, (() => void)[]>();
  #total = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Number of bodies being read, for one holder or in total. */
  count(holder?: string): number {
    return holder === undefined ? this.#total : (this.#open.get(holder)?.size ?? 0);
  }

  /** Number of waiting bodies. */
  get waiting(): number {
    return [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  /**
   * Acquires a slot, or waits for one. `end` is called if the slot is given to another body. Rejects with a DomainError
   * (`throttled`) or the signal's reason.
   */
  async take(holder: string, end: (error: DomainError) => void, signal: AbortSignal): Promise<BodyPlace> {
    signal.throwIfAborted();
    const slot: Place = { holder, end };
    if (this.#makeRoom(holder)) this.#add(slot);
    else await this.#wait(slot, signal);
    return {
      moved: () => {
        const places = this.#open.get(holder);
        if (places?.delete(slot)) places.add(slot);
      },
      release: () => {
        if (this.#remove(slot)) this.#next();
      },
    };
  }

  /** Returns whether there is a slot for another body of a holder, ending an idle body to free one if necessary. */
  #makeRoom(holder: string): boolean {
    const { total, perHolder } = this.#limits;
    const openCount = this.count(holder);
    if (openCount >= perHolder && holder !== STRANGERS) return false;
    if (openCount >= perHolder) return this.#endSilent(this.#open.get(holder));
    if (this.#total < total) return true;
    const holders = new Set([...this.#open.keys(), ...this.#queues.keys(), holder]);
    const share = Math.max(1, Math.floor(total / holders.size));
    if (openCount >= share) return false;
    return this.#endSilent(
      [...this.#open.values()].reduce((largest, slots) => (slots.size > largest.size ? slots : largest)),
    );
  }

  #endSilent(places: ReadonlySet<Place> = new Set()): boolean {
    const [silent] = places;
    if (!silent) return false;
    this.#remove(silent);
    silent.end(placeNeeded());
    return true;
  }

  #add(slot: Place): void {
    const places = this.#open.get(slot.holder) ?? new Set();
    this.#open.set(slot.holder, places.add(slot));
    this.#total += 1;
  }

  #remove(slot: Place): boolean {
    const places = this.#open.get(slot.holder);
    if (!places?.delete(slot)) return false;
    this.#total -= 1;
    if (places.size === 0) this.#open.delete(slot.holder);
    return true;
  }

  #wait(slot: Place, signal: AbortSignal): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#limits;
    const queue = this.#queues.get(slot.holder) ?? [];
    if (queue.length >= maxWaiting) return Promise.reject(tooManyBodies());
    this.#queues.set(slot.holder, queue);
    return new Promise((resolve, reject) => {
      const leave = (error: unknown): void => {
        end();
        queue.splice(queue.indexOf(enter), 1);
        if (queue.length === 0 && this.#queues.get(slot.holder) === queue) this.#queues.delete(slot.holder);
        reject(error as Error);
      };
      const abort = (): void => leave(signal.reason);
      const timer = setTimeout(() => leave(tooManyBodies()), maxWaitMs);
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
      };
      const enter = (): void => {
        end();
        this.#add(slot);
        resolve();
      };
      queue.push(enter);
      signal.addEventListener("abort", abort, { once: true });
    });
  }

  /** Admits waiting bodies while there are free slots, one per holder in turn. */
  #next(): void {
    const { total, perHolder } = this.#limits;
    for (const [holder, queue] of [...this.#queues]) {
      if (this.#total >= total) return;
      if (this.count(holder) >= perHolder) continue;
      const enter = queue.shift();
      // Moves the holder to the end of the round, or removes it.
      this.#queues.delete(holder);
      if (queue.length > 0) this.#queues.set(holder, queue);
      enter?.();
    }
  }
}

function tooManyBodies(): DomainError {
  return new DomainError(
    "throttled",
    "too_many_requests",
    "Too many request bodies are being sent to this workspace at the same time. Send fewer requests at once, then try again.",
  );
}

function placeNeeded(): DomainError {
  return new DomainError(
    "throttled",
    "too_many_requests",
    "The request body paused while other requests were waiting. Send the request again without pauses.",
  );
}
