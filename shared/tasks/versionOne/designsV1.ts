import { residueLetters } from "@pdp/science/sequences";
import type { TemplateV1 } from "#shared/domain/tasks/versionOne/templates.ts";
import { column } from "../designTable.ts";
import type { NewTaskTable, SearchOutcome } from "../taskRun.ts";

/** Returns the candidates from which a search selected its designs. */
export function generatedTable(name: string, { candidates, selected }: SearchOutcome): NewTaskTable {
  const designs = new Set(selected.map(residueLetters));
  const sequences = new Set([...designs, ...candidates.map(residueLetters)]);
  return {
    name,
    description: "Candidates from which the designs were selected",
    columns: [
      column("sequence", "STRING", "The candidate"),
      column("is_selected", "BOOL", "Whether it is one of the designs"),
    ],
    rows: [...sequences].map((sequence) => ({ sequence, is_selected: designs.has(sequence) })),
  };
}

/** Returns what the result of a task says about a template. */
export function templateMetadata(template: TemplateV1) {
  const { template_id, sequence, blocked_aas, min_mutations, max_mutations } = template;
  return {
    template_id,
    sequence,
    blocked_aas,
    min_mutations,
    max_mutations,
    structure: null,
  };
}
