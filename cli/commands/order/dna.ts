import { readFile, writeFile } from "node:fs/promises";
import type { components } from "#client/schema.ts";
import { formatCount } from "#shared/basics/wording/wording.ts";
import { requireChoice } from "../../choiceOption.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { readSequence } from "../task/dataOptions.ts";
import { numberOf } from "../task/startTask.ts";

type Request = components["schemas"]["OrderDnaRequest"];

interface Options {
  host?: string;
  codonTable?: string;
  avoid?: string;
  gc?: string;
  gcWindow?: string;
  maxHomopolymer?: string;
  maxRepeat?: string;
  prefix?: string;
  suffix?: string;
  start?: boolean;
  stop?: string;
  nTag?: string;
  cTag?: string;
  keepParentCodons?: boolean;
  parentDna?: string;
  seed?: string;
  vendor?: string;
  output?: string;
}

const HOSTS = ["e_coli", "s_cerevisiae", "b_subtilis", "human", "mouse"] as const;
/** Maximum number of impossible proteins that are named. */
const MAX_SHOWN = 10;

/** Writes the proteins of an order as DNA. */
export const dna: CliCommand<Options> = {
  arguments: [["<order>", "id of the order"]],
  options: [
    ["--host <host>", `codon usage: ${HOSTS.slice(0, -1).join(", ")} or ${HOSTS.at(-1)}`],
    ["--codon-table <file>", "codon usage of another host: JSON with the count of each codon"],
    ["--avoid <sites>", "restriction enzymes or sequences, separated by commas"],
    ["--gc <range>", "lowest and highest share of G and C, such as 0.35-0.65"],
    ["--gc-window <bases>", "window for --gc; defaults to the complete DNA"],
    ["--max-homopolymer <bases>", "longest run of one base"],
    ["--max-repeat <bases>", "maximum length of a repeated sequence"],
    ["--prefix <dna>", "bases in front of the coding sequence"],
    ["--suffix <dna>", "bases after the coding sequence"],
    ["--start", "start with ATG, unless the protein starts with M"],
    ["--stop <codon>", "stop codon to add: TAA, TAG or TGA"],
    ["--n-tag <residues>", "residues in front of every protein"],
    ["--c-tag <residues>", "residues after every protein"],
    ["--keep-parent-codons", "use the parent's codons except at mutations"],
    [
      "--parent-dna <sequence>",
      "coding sequence of the parent, or a FASTA file with it, for --keep-parent-codons",
    ],
    ["--seed <number>", "seed of the codons; defaults to 0"],
    ["--vendor <name>", "vendor of the file; no layout of a vendor is verified yet"],
    ["-o, --output <file>", "write the CSV to a file"],
  ],
  notes:
    "The output is CSV with names and sequences. Each sequence is translated back and checked. Proteins whose wishes are impossible are reported with the position and skipped; the exit code is then 1.",
  run: async (cli, options, id: string) => {
    const workspace = await cli.workspace();
    const result = await workspace.orders.dna(id, await requestOf(options));
    const impossible = result.rows.filter(({ problem }) => problem !== null);
    for (const { name, problem } of impossible.slice(0, MAX_SHOWN)) cli.say(`! ${name}: ${problem}`);
    if (impossible.length > MAX_SHOWN) cli.say(`! … ${impossible.length - MAX_SHOWN} more; --json shows all`);
    if (result.file.note !== null) cli.say(`! ${result.file.note}`);
    if (cli.json) cli.print(`${JSON.stringify(result, null, 2)}\n`);
    else if (options.output === undefined) cli.print(result.file.content);
    else {
      await writeFile(options.output, result.file.content);
      cli.say(`✓ ${options.output}`);
    }
    if (impossible.length > 0)
      throw new Error(
        `${impossible.length} of ${formatCount(result.rows.length, "protein")} could not be written. Widen the limits or avoid fewer sites.`,
      );
  },
};

async function requestOf(options: Options): Promise<Request> {
  const { host, codonTable, gc, parentDna, stop, vendor } = options;
  if ((host === undefined) === (codonTable === undefined))
    throw new UsageError("Specify the codon usage with either --host or --codon-table.");
  if (host !== undefined) requireChoice("--host", host, HOSTS);
  const integers = {
    gc_window: integerOf(options.gcWindow, "--gc-window"),
    max_homopolymer: integerOf(options.maxHomopolymer, "--max-homopolymer"),
    max_repeat: integerOf(options.maxRepeat, "--max-repeat"),
    seed: integerOf(options.seed, "--seed"),
  };
  const request = {
    host: host?.toUpperCase(),
    codon_table: codonTable === undefined ? undefined : await tableIn(codonTable),
    avoid: options.avoid?.split(",").map((site) => site.trim()),
    gc: gc === undefined ? undefined : rangeOf(gc),
    ...integers,
    prefix: options.prefix?.toUpperCase(),
    suffix: options.suffix?.toUpperCase(),
    start_codon: options.start,
    stop_codon: stop?.toUpperCase(),
    n_tag: options.nTag,
    c_tag: options.cTag,
    keep_parent_codons: options.keepParentCodons,
    parent_dna: parentDna === undefined ? undefined : await readSequence(parentDna),
    vendor: vendor?.toUpperCase(),
  };
  const stated = Object.entries(request).filter(([, value]) => value !== undefined);
  return Object.fromEntries(stated) as Request;
}

const integerOf = (text: string | undefined, option: string): number | undefined =>
  text === undefined ? undefined : numberOf(text, option);

async function tableIn(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8");
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not valid JSON. Write an object such as {"AAA": 33.6, …}.`);
  }
}

function rangeOf(text: string): [number, number] {
  const [, low, high] = /^(\d*\.?\d+)-(\d*\.?\d+)$/.exec(text) ?? [];
  if (low === undefined || high === undefined)
    throw new UsageError(`--gc "${text}": use two shares from 0 to 1, such as 0.35-0.65.`);
  return [Number(low), Number(high)];
}
