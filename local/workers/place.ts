/** Controls with which a lane can stop running work. */
export interface WorkControl {
  /** Terminates the work with an error. */
  end: (error: Error) => void;
  /** Starts storing the remainder of an unread result; false if there is none. */
  store: () => boolean;
  /** Returns whether its result has started to arrive. */
  isAnswered: () => boolean;
}

/** Slot of one piece of work in a lane. */
export class Place {
  readonly workspace: string;
  readonly #startedAt = performance.now();
  #control: WorkControl | undefined;
  #isEnding = false;

  constructor(workspace: string) {
    this.workspace = workspace;
  }

  get runningMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** True once it has been asked to stop; it keeps its slot until it has stopped. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** True once its work is running. */
  get canEnd(): boolean {
    return this.#control !== undefined && !this.isEnding;
  }

  get isAnswered(): boolean {
    return this.#control?.isAnswered() ?? false;
  }

  bind(control: WorkControl): void {
    this.#control = control;
  }

  end(error: Error): void {
    if (!this.canEnd) return;
    this.#isEnding = true;
    this.#control?.end(error);
  }

  store(): boolean {
    return !this.isEnding && (this.#control?.store() ?? false);
  }
}
