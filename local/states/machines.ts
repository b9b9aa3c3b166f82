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

/** Stores the state machines and the definition of every execution. */
export class Machines {
  readonly #journal: Journal;
  readonly #machines = new Map<string, Machine>();
  readonly #definitions = new Map<string, Definition>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /**
   * Registers the initial machines and stores their definitions. Throws an InvalidDefinitionError for an unsupported
   * definition. `followsLanguage` is true if they are known to conform to the language, as stored definitions are.
   */
  async load(
    configured: readonly { arn: string; definition: object }[],
    followsLanguage = false,
  ): Promise<void> {
    for (const { arn, definition } of configured) {
      const text = JSON.stringify(definition);
      const definitionId = createHash("sha256").update(text).digest("hex");
      const isKept = this.#journal.definition(definitionId) !== undefined;
      try {
        const machine = {
          arn,
          definition: await checkDefinition(definition, followsLanguage || isKept),
          definitionId,
        };
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

  /** Finds a stored definition. Throws an InvalidDefinitionError if it is missing or no longer supported. */
  async definition(id: string): Promise<Definition> {
    const known = this.#definitions.get(id);
    if (known) return known;
    const text = this.#journal.definition(id);
    if (text === undefined) {
      throw new InvalidDefinitionError("The journal no longer contains this execution's definition.");
    }
    const definition = await checkDefinition(JSON.parse(text), true);
    this.#definitions.set(id, definition);
    return definition;
  }
}
