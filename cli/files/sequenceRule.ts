import { holdsValues, nameKey } from "@pdp/basics/columns";
import type { TableConfig } from "#client/importFiles.ts";
import type { ProjectReference } from "#client/projectReferences.ts";
import type { components } from "#client/schema.ts";
import type { SeenColumn } from "#shared/proposals/findMutations.ts";
import type { KnownReference } from "#shared/proposals/fitReference.ts";
import type { Proposal } from "#shared/proposals/proposeColumns.ts";
import { NO_SEQUENCES, proposeSequences, withRule } from "#shared/proposals/proposeSequences.ts";
import type { Sample } from "#shared/proposals/sample.ts";
import { readSequence } from "../commands/task/dataOptions.ts";
import { UsageError } from "../errors.ts";
import { wholeNumber } from "./wholeNumber.ts";

/** Flags for computing sequences from mutations. */
export interface SequenceFlags {
  reference?: string;
  firstNumber?: string;
  saveReference?: string;
  positions?: string;
}

export const SEQUENCE_OPTIONS = [
  [
    "--reference <sequence>",
    "reference sequence for the mutations, or a FASTA file; defaults to the project's references",
  ],
  ["--first-number <number>", "number of its first residue, if it cannot be inferred from the mutations"],
  ["--positions <numbers>", "comma-separated positions for combinations such as FRMN"],
  ["--save-reference <name>", "name for storing the reference and its numbering in the project"],
] as const;

/** Returns the references from which sequences can be computed: the specified reference, or those of the project. */
export async function knownReferences(
  { reference, firstNumber, saveReference }: SequenceFlags,
  ofProject: readonly ProjectReference[],
): Promise<KnownReference[]> {
  if (reference === undefined) {
    const flag =
      firstNumber !== undefined ? "--first-number" : saveReference !== undefined && "--save-reference";
    if (flag) throw new UsageError(`${flag} requires --reference.`);
    return [...ofProject];
  }
  const monomer = await readSequence(reference);
  if (firstNumber === undefined) return [{ monomer }];
  return [{ monomer, first_position: wholeNumber(firstNumber, "--first-number") }];
}

type ServiceConfig = Parameters<typeof withRule>[0];
type LoadTableInput = components["schemas"]["LoadTableInput"];

/** Adds the rule for computing sequences to a file's configuration, together with a note. */
export function withSequenceRule(
  config: TableConfig,
  sample: Sample,
  columns: Proposal["columns"],
  references: readonly KnownReference[],
  { reference, saveReference, positions }: SequenceFlags,
): { config: TableConfig; notes: string[] } {
  const proposed = proposeSequences(
    seenColumns(config, sample, columns),
    references,
    positions === undefined ? null : positions.split(",").map((text) => wholeNumber(text, "--positions")),
  );
  const isFit = withRule(config as ServiceConfig, proposed).sequence_from != null;
  const { rule, sentence } = proposed.rule === null || isFit ? proposed : NO_SEQUENCES;
  const notes = sentence === null ? [] : [sentence];
  if (rule === null) {
    if (reference === undefined && positions === undefined) return { config, notes };
    throw new UsageError(
      `No sequences can be computed with ${reference === undefined ? "--positions" : "--reference"}: ${sentence ?? "the file has no mutation column that lacks sequences."}`,
    );
  }
  const saved = saveReference === undefined ? {} : { save_reference_as: saveReference };
  // The rule was created by the service's schema, which also validates it.
  const stated = { ...rule, ...saved } as unknown as LoadTableInput["sequence_from"];
  return { config: { ...config, sequence_from: stated } as TableConfig, notes };
}

/** Returns the imported columns with their new names and cells. */
function seenColumns(config: TableConfig, { cells }: Sample, columns: Proposal["columns"]): SeenColumn[] {
  const bySource = new Map(
    config.columns.filter(holdsValues).map((column) => [nameKey(column.source_name ?? column.name), column]),
  );
  return columns.flatMap((proposed, index) => {
    const column = bySource.get(nameKey(proposed.source_name));
    if (column === undefined) return [];
    const kind = column.metadata?.kind ?? proposed.kind;
    return [
      { proposed: { ...proposed, name: column.name, type: column.type, kind }, cells: cells[index] ?? [] },
    ];
  });
}
