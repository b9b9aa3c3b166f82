import { createHash } from "node:crypto";
import { checkDefinition, InvalidDefinitionError } from "./checkDefinition.ts";
import type { Definition } from "./definition.ts";
import type { StatesLog } from "./records.ts";
import { StatesError } from "./statesError.ts";

export interface Machine {
  arn: string;
  /** Its definition, as it was given. */
  text: string;
}

const DEFINITION_KEY = "definition:";
const CHECKED_KEY = "checked:";

/** Knows the state machines there are, and every definition that an execution was started with. */
export class Machines {
  readonly #log: StatesLog;
  readonly #machines = new Map<string, Machine>();
  readonly #definitions = new Map<string, Definition>();

  constructor(log: StatesLog) {
    this.#log = log;
  }

  /** Takes the machines known from the start. Throws an InvalidDefinitionError for one that cannot be run. */
  async load(configured: readonly { arn: string; definition: object }[]): Promise<void> {
    for (const { arn, definition } of configured) {
      const text = JSON.stringify(definition);
      try {
        await this.#check(text);
      } catch (error) {
        if (!(error instanceof InvalidDefinitionError)) throw error;
        throw new InvalidDefinitionError(`The state machine ${arn} cannot be run:\n${error.message}`);
      }
      this.#machines.set(arn, { arn, text });
    }
  }

  find(arn: string): Machine {
    const machine = this.#machines.get(arn);
    if (machine) return machine;
    throw new StatesError("StateMachineDoesNotExist", `State Machine Does Not Exist: '${arn}'`);
  }

  /** Keeps a definition for the executions that are started with it; `id` finds it again. */
  keepDefinition(text: string): { id: string; definition: Definition } {
    const id = hashOf(text);
    const key = DEFINITION_KEY + id;
    // Not awaited: what is put next, the execution, is on the disk only after it.
    if (!this.#log.has(key)) this.#log.put(key, null, text).catch(() => undefined);
    const definition = this.#definitions.get(id) ?? (JSON.parse(text) as Definition);
    this.#definitions.set(id, definition);
    return { id, definition };
  }

  /** Finds a kept definition. Throws an InvalidDefinitionError if it is lost or cannot be run any more. */
  async definition(id: string): Promise<Definition> {
    const known = this.#definitions.get(id);
    if (known) return known;
    const text = (await this.#log.get(DEFINITION_KEY + id)) as string | undefined;
    if (text === undefined) {
      throw new InvalidDefinitionError("The journal has lost the definition of this execution.");
    }
    await checkDefinition(JSON.parse(text), true);
    return this.keepDefinition(text).definition;
  }

  /** Remembers which definitions follow the language, so that only the first start with one takes the time to see. */
  async #check(text: string): Promise<void> {
    const key = CHECKED_KEY + hashOf(text);
    await checkDefinition(JSON.parse(text), this.#log.has(key));
    if (!this.#log.has(key)) await this.#log.put(key, null, null);
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
