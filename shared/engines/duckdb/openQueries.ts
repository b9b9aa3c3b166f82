/** Counts running queries, and can wait until there are none. */
export class OpenQueries {
  #count = 0;
  #waiting: (() => void)[] = [];

  /** Registers a query, which counts as ended when the returned function is first called. */
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

  /** Resolves when no query is running. */
  ended(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
