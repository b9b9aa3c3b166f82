import { readFile } from "node:fs/promises";
import type { CliCommand } from "../../command.ts";
import { repeated } from "../../command.ts";
import { UsageError } from "../../errors.ts";

/** Options of tasks that read measurements. */
export interface DataOptions {
  table?: string;
  query?: string;
  asOf?: string;
  reference?: string;
  assay?: string[];
}

export const DATA_OPTIONS: NonNullable<CliCommand["options"]> = [
  ["-t, --table <table>", "table with the measurements"],
  ["--query <select>", "query in place of a table"],
  ["--as-of <version>", "the table as it was at a version"],
  ["--reference <sequence>", "sequence that variants are compared with, or a FASTA file with it"],
  [
    "-a, --assay <name[:scale[:unit]]>",
    "column of an assay; scale: multiplicative, additive or rank",
    repeated,
  ],
];

/** Returns the measurements, the reference and the assays that flags name. */
export async function dataParameters({ table, query, asOf, reference, assay = [] }: DataOptions) {
  if ((table === undefined) === (query === undefined)) {
    throw new UsageError(
      "Name the measurements: --table TABLE, or --query SELECT; or give all parameters with -f.",
    );
  }
  if (reference === undefined)
    throw new UsageError("Name the sequence that variants are compared with: --reference.");
  if (assay.length === 0)
    throw new UsageError("Name at least one assay, a column with numbers: --assay NAME.");
  const dataset =
    table === undefined
      ? { kind: "QUERY", query }
      : { kind: "TABLE", table, ...(asOf !== undefined && { version_id: asOf }) };
  return { dataset, reference: { monomer: await readSequence(reference) }, assays: assay.map(assayOf) };
}

function assayOf(text: string) {
  const [assay_id = "", scale = "", ...unit] = text.split(":");
  return {
    assay_id,
    ...(scale !== "" && { scale_type: scale.toUpperCase() }),
    ...(unit.length > 0 && { unit: unit.join(":") }),
  };
}

/** Returns a sequence that is given as it is, or the first one of a FASTA file. */
export async function readSequence(stated: string): Promise<string> {
  if (/^[A-Za-z]+$/.test(stated) && !stated.includes(".")) return stated.toUpperCase();
  const text = await readFile(stated, "utf8").catch(() => {
    throw new UsageError(`"${stated}" is neither a sequence nor a file with one.`);
  });
  const [record = ""] = text.trim().split(/\n(?=>)/);
  return record
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("")
    .replace(/\s/g, "")
    .toUpperCase();
}
