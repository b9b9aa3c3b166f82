/** Runs work with the same name sequentially, in call order. */
export class KeyLocks {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#tails.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(name) === mine) this.#tails.delete(name);
    }
  }
}
