import { readFile, writeFile } from "node:fs/promises";
import { formatCount } from "@pdp/basics/wording";
import { readLibrarySite } from "#client/requests/librarySite.ts";
import type { components } from "#client/schema.ts";
import { requireChoice } from "../../choiceOption.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";

type Schemas = components["schemas"];
type Codons = Partial<
  Pick<Schemas["OrderDnaRequest"], "host" | "codon_table" | "coding_sequences" | "avoid" | "library">
>;

/** Options that state the codons of DNA. */
export interface CodonOptions {
  host?: string;
  codonTable?: string;
  codonGenes?: string;
  avoid?: string;
  library?: string;
  output?: string;
}

const HOSTS = ["e_coli", "s_cerevisiae", "b_subtilis", "human", "mouse"] as const;
/** Maximum number of problems that are named. */
const MAX_SHOWN = 10;

export const CODON_OPTIONS: NonNullable<CliCommand["options"]> = [
  ["--host <host>", `codon usage: ${HOSTS.slice(0, -1).join(", ")} or ${HOSTS.at(-1)}`],
  ["--codon-table <file>", "codon usage of another host: JSON with the count of each codon"],
  ["--codon-genes <table>", "codon usage of another host: table with its coding sequences"],
  ["--avoid <sites>", "restriction enzymes or sequences, separated by commas"],
  ["--library <codons>", "degenerate codons at positions of the parent, such as 39:NNK,40:22C"],
];

/** Reads the options that state the codons. */
export async function codonsOf(options: CodonOptions): Promise<Codons> {
  const { host, codonTable, codonGenes, avoid, library } = options;
  if ([host, codonTable, codonGenes].filter((option) => option !== undefined).length !== 1)
    throw new UsageError("Specify the codon usage with one of --host, --codon-table and --codon-genes.");
  if (host !== undefined) requireChoice("--host", host, HOSTS);
  return {
    ...(host !== undefined && { host: host.toUpperCase() as NonNullable<Codons["host"]> }),
    ...(codonTable !== undefined && { codon_table: await tableIn(codonTable) }),
    ...(codonGenes !== undefined && { coding_sequences: { kind: "TABLE", table: codonGenes } }),
    ...(avoid !== undefined && { avoid: avoid.split(",").map((site) => site.trim()) }),
    ...(library !== undefined && { library: library.split(",").map(librarySiteOf) }),
  };
}

function librarySiteOf(text: string): ReturnType<typeof readLibrarySite> {
  try {
    return readLibrarySite(text);
  } catch (error) {
    throw new UsageError(`--library: ${error instanceof Error ? error.message : error}`);
  }
}

async function tableIn(path: string): Promise<Record<string, number>> {
  const text = await readFile(path, "utf8");
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not valid JSON. Write an object such as {"AAA": 33.6, …}.`);
  }
}

/** Names and sequences that were written for an order. */
interface Written {
  problems: { name: string; problem: string | null }[];
  file: Schemas["OrderDna"]["file"];
}

/** Prints or stores the file of a result, and reports what could not be written. Throws if there is any such problem. */
export async function deliver(
  cli: Cli,
  result: object,
  { problems, file }: Written,
  output: string | undefined,
): Promise<void> {
  const impossible = problems.filter(({ problem }) => problem !== null);
  for (const { name, problem } of impossible.slice(0, MAX_SHOWN)) cli.say(`! ${name}: ${problem}`);
  if (impossible.length > MAX_SHOWN) cli.say(`! … ${impossible.length - MAX_SHOWN} more; --json shows all`);
  if (file.note !== null) cli.say(`! ${file.note}`);
  if (cli.json) cli.print(`${JSON.stringify(result, null, 2)}\n`);
  else if (output === undefined) cli.print(file.content);
  else {
    await writeFile(output, file.content);
    cli.say(`✓ ${output}`);
  }
  if (impossible.length > 0)
    throw new Error(
      `${impossible.length} of ${formatCount(problems.length, "sequence")} could not be written. Widen the limits or avoid fewer sites.`,
    );
}
