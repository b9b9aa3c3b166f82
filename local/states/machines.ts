import { createHash } from "node:crypto";
import { checkDefinition, InvalidDefinitionError } from "./checkDefinition.ts";
import type { Definition } from "./definition.ts";
import type { Journal } from "./journal.ts";
import { ServiceError } from "./serviceError.ts";

export interface Machine {
  arn: string;
  definition: Definition;
  /** Finds the definition in the journal. */
  definitionId: string;
}

/** Knows the state machines there are, and every definition that an execution was started with. */
export class Machines {
  readonly #journal: Journal;
  readonly #machines = new Map<string, Machine>();
  readonly #definitions = new Map<string, Definition>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /**
   * Takes the machines known from the start, and keeps their definitions. Throws an InvalidDefinitionError for one that
   * cannot be run. Kept definitions follow the language, so that only the first start with one takes the time to see.
   */
  async load(configured: readonly { arn: string; definition: object }[]): Promise<void> {
    for (const { arn, definition } of configured) {
      const text = JSON.stringify(definition);
      const definitionId = createHash("sha256").update(text).digest("hex");
      const isKept = this.#journal.definition(definitionId) !== undefined;
      try {
        const machine = { arn, definition: await checkDefinition(definition, isKept), definitionId };
        this.#machines.set(arn, machine);
        this.#definitions.set(definitionId, machine.definition);
      } catch (error) {
        if (!(error instanceof InvalidDefinitionError)) throw error;
        throw new InvalidDefinitionError(`The state machine ${arn} cannot be run:\n${error.message}`);
      }
      if (!isKept) this.#journal.saveDefinition(definitionId, text);
    }
  }

  find(arn: string): Machine {
    const machine = this.#machines.get(arn);
    if (machine) return machine;
    throw new ServiceError("StateMachineDoesNotExist", `State Machine Does Not Exist: '${arn}'`);
  }

  /** Finds a kept definition. Throws an InvalidDefinitionError if it is lost or cannot be run any more. */
  async definition(id: string): Promise<Definition> {
    const known = this.#definitions.get(id);
    if (known) return known;
    const text = this.#journal.definition(id);
    if (text === undefined) {
      throw new InvalidDefinitionError("The journal has lost the definition of this execution.");
    }
    const definition = await checkDefinition(JSON.parse(text), true);
    this.#definitions.set(id, definition);
    return definition;
  }
}
