export interface UnreadLimits {
  /** Maximum size of a holder's unread responses, in bytes. */
  bytesPerHolder: number;
  /** Maximum size of the unread responses of all holders together, in bytes. */
  totalBytes: number;
}

interface Unread {
  bytes: number;
  close: () => void;
}

interface Holder {
  name: string;
  bytes: number;
  /** Oldest first. */
  answers: Set<Unread>;
}

/**
 * Bounds the memory used by unread responses. Above a limit, closes the connection that has waited longest among those of the
 * same holder or of the largest holder.
 */
export class UnreadAnswers {
  readonly #limits: UnreadLimits;
  readonly #holders = new Map<string, Holder>();
  #bytes = 0;

  constructor(limits: UnreadLimits) {
    this.#limits = limits;
  }

  /** Size of unread responses: for one holder, or in total. */
  bytes(name?: string): number {
    return name === undefined ? this.#bytes : (this.#holders.get(name)?.bytes ?? 0);
  }

  /** Registers part of a response. Returns a function to call once it has been read or its connection has closed. */
  hold(name: string, bytes: number, close: () => void): () => void {
    const { bytesPerHolder, totalBytes } = this.#limits;
    const holder = this.#holders.get(name) ?? { name, bytes: 0, answers: new Set() };
    const unread: Unread = { bytes, close };
    this.#holders.set(name, holder);
    holder.answers.add(unread);
    holder.bytes += bytes;
    this.#bytes += bytes;
    while (holder.bytes > bytesPerHolder && holder.answers.size > 1) this.#closeOldest(holder);
    while (this.#bytes > totalBytes && this.#holders.size > 1) this.#closeOldest(this.#largest());
    return () => this.#forget(holder, unread);
  }

  #closeOldest(holder: Holder): void {
    const [oldest] = holder.answers;
    if (!oldest) return;
    this.#forget(holder, oldest);
    oldest.close();
  }

  #forget(holder: Holder, unread: Unread): void {
    if (!holder.answers.delete(unread)) return;
    holder.bytes -= unread.bytes;
    this.#bytes -= unread.bytes;
    if (holder.answers.size === 0) this.#holders.delete(holder.name);
  }

  #largest(): Holder {
    return [...this.#holders.values()].reduce((largest, holder) =>
      holder.bytes > largest.bytes ? holder : largest,
    );
  }
}
