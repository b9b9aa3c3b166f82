import { join } from "node:path";
import { writePrivateFile } from "../writePrivateFile.ts";
import { type IdpState, prune } from "./idpState.ts";
import { readState } from "./stateFile.ts";

/** Event about an object; `data` is the object as the API shows it. */
export interface Happening {
  event: string;
  data: unknown;
  at: string;
}

/** State change. It must validate before it modifies anything, because changes cannot be rolled back. */
export interface Change {
  state: IdpState;
  /** Time of the change, later than those of all earlier changes, so that states of an object can be ordered. */
  at: string;
  /** Sends an event to the webhook after the change is on disk. */
  tell(event: string, data: unknown): void;
}

export class IdpStore {
  readonly #path: string;
  #state: IdpState;
  /** State on disk, as JSON. */
  #stored: string;
  readonly #publish: (happening: Happening) => void;
  #latest = 0;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  private constructor(path: string, state: IdpState, publish: (happening: Happening) => void) {
    this.#path = path;
    this.#state = state;
    this.#stored = JSON.stringify(state);
    this.#publish = publish;
  }

  static async open(directory: string, publish: (happening: Happening) => void): Promise<IdpStore> {
    const path = join(directory, "idp.json");
    return new IdpStore(path, await readState(path), publish);
  }

  /** Current state, read-only. */
  get state(): Readonly<IdpState> {
    return this.#state;
  }

  /**
   * Applies a change immediately and resolves when it is on disk. If `rule` throws or writing to disk fails, nothing has
   * changed.
   */
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

  /** Writes the state. Changes made during a write share the next write; if it fails, they fail with it. */
  #save(): Promise<void> {
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined;
      this.#writing = this.#write();
      return this.#writing;
    });
    return this.#next;
  }

  async #write(): Promise<void> {
    const text = JSON.stringify(this.#state);
    try {
      await writePrivateFile(this.#path, text);
      this.#stored = text;
    } catch (error) {
      // Also undoes pending changes, because they are based on the failed ones.
      this.#state = JSON.parse(this.#stored) as IdpState;
      this.#next = undefined;
      this.#writing = Promise.resolve();
      throw error;
    }
  }
}
