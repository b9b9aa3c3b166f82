import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { REFERENCE, randomNumbers } from "../../examples/variants.ts";
import { benchData, MissingData } from "./benchData.ts";
import type { TableColumn } from "./benchLab.ts";
import type { Say } from "./benchmark.ts";
import { withFolder } from "./withCleanup.ts";

const DATA_FILE = /^(?!__MACOSX\/).*four_mutations_full_data\.csv$/;
const ROWS = 149_361;
const SEQUENCE_LENGTH = 265;
const AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY";

/** Columns in file order, with their names in the file and their types. */
const FILE_COLUMNS = {
  Variants: "STRING",
  HD: "INT64",
  "Count input": "INT64",
  "Count selected": "INT64",
  Fitness: "FLOAT64",
  sequence: "STRING",
  keep: "BOOL",
  one_vs_rest: "STRING",
  one_vs_rest_validation: "BOOL",
  two_vs_rest: "STRING",
  two_vs_rest_validation: "BOOL",
  three_vs_rest: "STRING",
  three_vs_rest_validation: "BOOL",
  sampled: "STRING",
  sampled_validation: "BOOL",
  low_vs_high: "STRING",
  low_vs_high_validation: "BOOL",
};

/** Columns of the file, as specified in a load. */
export const GB1_COLUMNS: readonly TableColumn[] = Object.entries(FILE_COLUMNS).map(
  ([source_name, type]) => ({
    name: source_name.replaceAll(" ", "_"),
    source_name,
    type,
  }),
);

/**
 * Runs `work` with the path of the GB1 landscape as a CSV file, or of a generated file with the same shape and size. If
 * `bytes` is set, repeats the rows until the file has that size.
 */
export async function withGb1<Result>(
  say: Say,
  work: (path: string) => Promise<Result>,
  bytes = 0,
): Promise<Result> {
  const content = repeatRows(Buffer.from(await gb1(say)), bytes);
  if (bytes > 0) say(`rows repeated to ${megabytes(content)}`);
  return withFolder(async (folder) => {
    const path = join(folder, "gb1.csv");
    await writeFile(path, content);
    return await work(path);
  });
}

function repeatRows(content: Buffer, bytes: number): Buffer {
  if (bytes <= content.length) return content;
  const rows = content.subarray(content.indexOf(10) + 1);
  const wanted = bytes - content.length;
  const repeated = Buffer.concat(Array.from({ length: Math.ceil(wanted / rows.length) }, () => rows));
  return Buffer.concat([content, repeated.subarray(0, repeated.lastIndexOf(10, wanted - 1) + 1)]);
}

async function gb1(say: Say): Promise<Buffer | string> {
  try {
    const archive = await benchData("flip_gb1/gb1_full.zip");
    const [file] = Object.values(unzipSync(archive, { filter: ({ name }) => DATA_FILE.test(name) }));
    if (file === undefined) throw new Error("gb1_full.zip does not contain four_mutations_full_data.csv.");
    const content = Buffer.from(file);
    say(`data: GB1 of the FLIP benchmark, ${megabytes(content)}`);
    return content;
  } catch (error) {
    if (!(error instanceof MissingData)) throw error;
    const content = generateSequence();
    say(`data: GENERATED, ${ROWS} rows, ${megabytes(content)}. ${error.message}`);
    return content;
  }
}

function megabytes(content: Buffer | string): string {
  return `${(content.length / 1e6).toFixed(1)} MB`;
}

function generateSequence(): string {
  const random = randomNumbers(1);
  const letter = (): string => AMINO_ACIDS[Math.floor(random() * AMINO_ACIDS.length)] ?? "A";
  const reference = REFERENCE.repeat(3).slice(0, SEQUENCE_LENGTH);
  const lines = [Object.keys(FILE_COLUMNS).join(",")];
  for (let row = 0; row < ROWS; row += 1) {
    const variant = `${letter()}${letter()}${letter()}${letter()}`;
    const sequence = `${reference.slice(0, 38)}${variant}${reference.slice(42)}`;
    const counts = `${Math.floor(random() * 200)},${Math.floor(random() * 200)}`;
    const fitness = (8.76 * random() ** 8).toFixed(12);
    const splits = row % 20 === 0 ? "True,train,,train,,train,,train,,test,True" : "False,,,,,,,,,,";
    lines.push(`${variant},${1 + (row % 4)},${counts},${fitness},${sequence},${splits}`);
  }
  return `${lines.join("\n")}\n`;
}
