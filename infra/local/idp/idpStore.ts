import { join } from "node:path";
import { type IdpState, prune } from "./idpState.ts";
import { readState, writeState } from "./stateFile.ts";

/** Something that happened to an object; `data` is the object as the API shows it. */
export interface Happening {
  event: string;
  data: unknown;
  /** When it did. */
  at: string;
}

/** One change of the state. It must check before it alters, because there is no way back. */
export interface Change {
  state: IdpState;
  /** Later than that of every change before, so that two states of one object can be told apart. */
  at: string;
  /** To be told to the webhook once the change is on the disk. */
  tell(event: string, data: unknown): void;
}

export class IdpStore {
  readonly #path: string;
  readonly #state: IdpState;
  readonly #publish: (happening: Happening) => void;
  #latest = 0;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  private constructor(path: string, state: IdpState, publish: (happening: Happening) => void) {
    this.#path = path;
    this.#state = state;
    this.#publish = publish;
  }

  static async open(directory: string, publish: (happening: Happening) => void): Promise<IdpStore> {
    const path = join(directory, "idp.json");
    return new IdpStore(path, await readState(path), publish);
  }

  /** To be read, not altered. */
  get state(): Readonly<IdpState> {
    return this.#state;
  }

  /** Applies a change at once and returns when it is on the disk. What `rule` throws has changed nothing. */
  async change<T>(rule: (change: Change) => T): Promise<T> {
    const happenings: Happening[] = [];
    this.#latest = Math.max(Date.now(), this.#latest + 1);
    const at = new Date(this.#latest).toISOString();
    const result = rule({
      state: this.#state,
      at,
      tell: (event, data) => happenings.push({ event, data: structuredClone(data), at }),
    });
    prune(this.#state, at);
    await this.#save();
    for (const happening of happenings) this.#publish(happening);
    return result;
  }

  /** Changes made while a write is under way share the next one, which carries them all. */
  #save(): Promise<void> {
    if (this.#next === undefined) {
      const write = () => {
        this.#next = undefined;
        this.#writing = writeState(this.#path, this.#state);
        return this.#writing;
      };
      this.#next = this.#writing.then(write, write);
    }
    return this.#next;
  }
}
