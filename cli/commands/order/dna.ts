import { readFile, writeFile } from "node:fs/promises";
import type { components } from "#client/schema.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
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

/** Writes the proteins of an order as DNA. */
export const dna: CliCommand<Options> = {
  arguments: [["<order>", "id of the order"]],
  options: [
    ["--host <host>", "codon usage: e_coli, s_cerevisiae, b_subtilis, human or mouse"],
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
    ["--parent-dna <file>", "file with the coding sequence of the parent, for --keep-parent-codons"],
    ["--seed <number>", "seed of the codons; defaults to 0"],
    ["--vendor <name>", "vendor of the file; no layout of a vendor is verified yet"],
    ["-o, --output <file>", "write the CSV to a file"],
  ],
  notes:
    "The output is CSV with names and sequences. Each sequence is translated back and checked. Proteins whose wishes are impossible are reported with the position.",
  run: async (cli, options, id: string) => {
    const workspace = await cli.workspace();
    const result = await workspace.orders.dna(id, await requestOf(options));
    for (const { name, problem } of result.rows) if (problem !== null) cli.say(`! ${name}: ${problem}`);
    if (result.file.note !== null) cli.say(`! ${result.file.note}`);
    if (cli.json) cli.print(`${JSON.stringify(result, null, 2)}\n`);
    else if (options.output === undefined) cli.print(result.file.content);
    else {
      await writeFile(options.output, result.file.content);
      cli.say(`✓ ${options.output}`);
    }
  },
};

async function requestOf(options: Options): Promise<Request> {
  const { host, codonTable, gc, parentDna, stop, vendor } = options;
  if ((host === undefined) === (codonTable === undefined))
    throw new UsageError("Specify the codon usage with either --host or --codon-table.");
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
    parent_dna: parentDna === undefined ? undefined : basesIn(await readFile(parentDna, "utf8")),
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
  const [, low, high] = /^(0?\.\d+|0|1)-(0?\.\d+|0|1)$/.exec(text) ?? [];
  if (low === undefined || high === undefined)
    throw new UsageError(`--gc "${text}": use two shares from 0 to 1, such as 0.35-0.65.`);
  return [Number(low), Number(high)];
}

/** Returns the bases of a text or FASTA file. */
function basesIn(content: string): string {
  const lines = content.split(/\r?\n/).filter((line) => !line.startsWith(">"));
  return lines.join("").replaceAll(/\s/g, "").toUpperCase();
}
