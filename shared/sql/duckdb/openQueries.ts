/** Counts the queries that are under way, and tells when none is. */
export class OpenQueries {
  #count = 0;
  #waiting: (() => void)[] = [];

  /** A query begins. It is over when the returned function is called, for the first time. */
  begin(): () => void {
    this.#count += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#count -= 1;
      if (this.#count > 0) return;
      for (const tell of this.#waiting.splice(0)) tell();
    };
  }

  /** Resolves when no query is under way. */
  ended(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
