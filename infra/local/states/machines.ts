import { createHash } from "node:crypto";
import { checkDefinition, InvalidDefinitionError } from "./checkDefinition.ts";
import type { Definition } from "./definition.ts";
import type { StatesLog } from "./records.ts";
import { StatesError } from "./statesError.ts";

export interface Machine {
  arn: string;
  name: string;
  /** As it was given. */
  text: string;
  roleArn: string;
  /** ms since 1970. */
  created: number;
}

const KEY = "machine:";
const DEFINITION_KEY = "definition:";
const CHECKED_KEY = "checked:";
export const LOCAL_ROLE = "arn:aws:iam::000000000000:role/local";

/** The state machines there are, and every definition that an execution was started with. */
export class Machines {
  readonly #log: StatesLog;
  readonly #machines = new Map<string, Machine>();
  readonly #definitions = new Map<string, Definition>();

  constructor(log: StatesLog) {
    this.#log = log;
  }

  /** Machines known from the start; those created later are read from the journal. */
  async load(configured: readonly { arn: string; definition: object }[]): Promise<void> {
    for (const [key] of [...this.#log.heads(KEY)]) {
      const machine = (await this.#log.get(key)) as Machine;
      this.#machines.set(machine.arn, machine);
    }
    for (const { arn, definition } of configured) {
      const text = JSON.stringify(definition);
      await this.#checkConfigured(arn, text);
      this.#machines.set(arn, { arn, name: nameOf(arn), text, roleArn: LOCAL_ROLE, created: Date.now() });
    }
  }

  all(): Machine[] {
    return [...this.#machines.values()];
  }

  find(arn: string): Machine {
    const machine = this.#machines.get(arn);
    if (machine) return machine;
    throw new StatesError("StateMachineDoesNotExist", `State Machine Does Not Exist: '${arn}'`);
  }

  /** Creating the same machine again gives the one there is. */
  async create(machine: Machine): Promise<Machine> {
    const known = this.#machines.get(machine.arn);
    if (known && (known.text !== machine.text || known.roleArn !== machine.roleArn)) {
      throw new StatesError("StateMachineAlreadyExists", `State Machine Already Exists: '${machine.arn}'`);
    }
    if (known) return known;
    await this.#checkCreated(machine.text);
    await this.#log.put(KEY + machine.arn, null, machine);
    this.#machines.set(machine.arn, machine);
    return machine;
  }

  /** Executions that run go on. A machine known from the start is back at the next one. */
  async delete(arn: string): Promise<void> {
    this.#machines.delete(arn);
    if (this.#log.has(KEY + arn)) await this.#log.remove(KEY + arn);
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

  /** undefined if the journal has lost it. */
  async definitionText(id: string): Promise<string | undefined> {
    return (await this.#log.get(DEFINITION_KEY + id)) as string | undefined;
  }

  async definition(id: string): Promise<Definition | undefined> {
    const known = this.#definitions.get(id);
    if (known) return known;
    const text = await this.definitionText(id);
    return text === undefined ? undefined : this.keepDefinition(text).definition;
  }

  async #checkConfigured(arn: string, text: string): Promise<void> {
    try {
      await this.#check(text);
    } catch (error) {
      if (!(error instanceof InvalidDefinitionError)) throw error;
      throw new InvalidDefinitionError(`The state machine ${arn} cannot be run:\n${error.message}`);
    }
  }

  async #checkCreated(text: string): Promise<void> {
    try {
      await this.#check(text);
    } catch (error) {
      if (!(error instanceof InvalidDefinitionError || error instanceof SyntaxError)) throw error;
      throw new StatesError("InvalidDefinition", `Invalid State Machine Definition: '${error.message}'`);
    }
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

function nameOf(arn: string): string {
  return arn.slice(arn.lastIndexOf(":") + 1);
}
