import { readFile } from "node:fs/promises";
import { assemblyOf } from "@pdp/basics/proteins";
import { batchQuery } from "#client/requests/trainRequest.ts";
import type { Workspace } from "#client/workspace.ts";
import { BATCH_ID, batchColumns } from "#shared/domain/columns/batchColumns.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { repeated } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { ifFound } from "../../session/ifFound.ts";
import { VERSION_OPTION, versionAt } from "../../session/versionAt.ts";

/** Options for tasks that read measurements. */
export interface DataOptions {
  table?: string;
  query?: string;
  asOf?: string;
  reference?: string;
  projectReference?: string;
  sequenceColumn?: string;
  mutations?: string;
  batch?: string;
  assay?: string[];
}

export const DATA_OPTIONS: NonNullable<CliCommand["options"]> = [
  ["-t, --table <table>", "table with the measurements"],
  ["--query <select>", "query instead of a table"],
  ["--as-of <version>", `read the table at ${VERSION_OPTION}`],
  ["--reference <sequence>", "reference sequence, or a FASTA file; HEAVY/LIGHT for two chains"],
  ["--project-reference <name>", "name of a project reference, instead of --reference"],
  ["--sequence-column <column>", "column with the sequences; defaults to sequence"],
  ["--mutations <column>", "column with mutations of the reference, instead of sequences"],
  [
    "--batch <column>",
    "column of the table with the batch or plate of each row; separates differences between batches from differences between variants (default: batch_id, if the table has it)",
  ],
  [
    "-a, --assay <name[:scale[:unit]]>",
    "assay column and its scale: multiplicative, additive or rank; chosen for you if omitted",
    repeated,
  ],
];

/** Returns the measurements, reference and assays specified by the flags. */
export async function dataParameters(cli: Cli, workspace: Workspace, options: DataOptions) {
  const { table, query, reference, projectReference, sequenceColumn, mutations, assay = [] } = options;
  if ((table === undefined) === (query === undefined)) {
    throw new UsageError(
      "Specify the measurements with --table TABLE or --query SELECT, or pass all parameters with -f.",
    );
  }
  if (options.batch !== undefined && table === undefined)
    throw new UsageError("--batch requires --table. With --query, select the column AS batch_id.");
  const stated = await statedReference({ reference, projectReference });
  if (assay.length === 0)
    throw new UsageError("Specify at least one assay (a numeric column) with --assay NAME.");
  const source =
    table === undefined ? { kind: "QUERY", query } : await tableSource(cli, workspace, { ...options, table });
  const dataset = {
    ...source,
    ...(sequenceColumn !== undefined && { sequence_column: sequenceColumn }),
    ...(mutations !== undefined && { mutations }),
  };
  return { dataset, reference: stated, assays: assay.map(assayOf) };
}

/** Returns the rows of a table with their batches. Names a column that may contain batches and is not used. */
async function tableSource(
  cli: Cli,
  workspace: Workspace,
  { table, asOf, batch }: DataOptions & { table: string },
) {
  const version = asOf === undefined ? null : await versionAt(workspace, asOf);
  const rows = { kind: "TABLE", table, ...(version !== null && { version_id: version }) };
  const known = await ifFound(workspace.table(table));
  if (batch === undefined) {
    const [proposed = BATCH_ID] = batchColumns(known?.columns ?? []);
    if (proposed.toLowerCase() !== BATCH_ID)
      cli.say(
        `Rows are treated as one batch. If ${proposed} contains their batch or plate, add --batch ${proposed}`,
      );
    return rows;
  }
  const names = known?.columns.map(({ name }) => name) ?? [batch];
  const column = names.find((name) => name.toLowerCase() === batch.toLowerCase());
  if (column === undefined)
    throw new UsageError(
      `The table "${table}" has no column "${batch}" for --batch. Its columns: ${names.join(", ")}.`,
    );
  if (column.toLowerCase() === BATCH_ID) return rows;
  const query = batchQuery({ table, version, batch: column, hasLoads: known?.kind === "TABLE" });
  return { kind: "QUERY", query };
}

/** Returns the reference specified by the flags. */
export async function statedReference({
  reference,
  projectReference,
}: Pick<DataOptions, "reference" | "projectReference">) {
  if ((reference === undefined) === (projectReference === undefined))
    throw new UsageError(
      "Specify the sequence to compare variants with: --reference SEQUENCE or --project-reference NAME.",
    );
  return reference === undefined
    ? { project_reference: projectReference }
    : assemblyOf(await readSequence(reference));
}

function assayOf(text: string) {
  const [assay_id = "", scale = "", ...unit] = text.split(":");
  return {
    assay_id,
    ...(scale !== "" && { scale_type: scale.toUpperCase() }),
    ...(unit.length > 0 && { unit: unit.join(":") }),
  };
}

/** Letters of two chains; shorter texts with a slash are paths. */
const TWO_CHAINS = /^(?=.{60,})[A-Za-z]*\/[A-Za-z]*$/;

/** Returns a literal sequence, or the first sequence in a FASTA file. Two chains are separated by a slash. */
export async function readSequence(stated: string): Promise<string> {
  if (TWO_CHAINS.test(stated)) return stated.toUpperCase();
  if (/^[A-Za-z]+$/.test(stated) && !stated.includes(".")) return stated.toUpperCase();
  const text = await readFile(stated, "utf8").catch(() => {
    throw new UsageError(`"${stated}" is neither a sequence nor a file that contains one.`);
  });
  const [record = ""] = text.trim().split(/\n(?=>)/);
  return record
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("")
    .replace(/\s/g, "")
    .toUpperCase();
}
