import type { components } from "#client/schema.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { orderIdOf } from "../../session/latestId.ts";
import { readSequence } from "../task/dataOptions.ts";
import { numberOf } from "../task/startTask.ts";
import { CODON_OPTIONS, type CodonOptions, codonsOf, deliver } from "./codonOptions.ts";

type Request = components["schemas"]["OrderDnaRequest"];

interface Options extends CodonOptions {
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
}

/** Writes the proteins of an order as DNA. */
export const dna: CliCommand<Options> = {
  arguments: [["<order>", "id of the order, or latest"]],
  options: [
    ...CODON_OPTIONS,
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
    [
      "--vendor <name>",
      "vendor of the file: agilent_pool, which is verified, or twist, idt, genscript or eurofins",
    ],
    ["-o, --output <file>", "write the CSV to a file"],
  ],
  notes:
    "The output is CSV with names and sequences. Each sequence is translated back and checked. Proteins whose constraints cannot be met are reported with the position and skipped; the exit code is then 1.",
  run: async (cli, options, stated: string) => {
    const request = await requestOf(options);
    const workspace = await cli.workspace();
    const result = await workspace.orders.dna(await orderIdOf(workspace, stated), request);
    const problems = result.rows.map(({ name, problem, vendor_problem }) => ({
      name,
      problem: problem ?? vendor_problem,
    }));
    await deliver(cli, result, { problems, file: result.file }, options.output);
  },
};

async function requestOf(options: Options): Promise<Request> {
  const { gc, parentDna, stop, vendor } = options;
  const integers = {
    gc_window: integerOf(options.gcWindow, "--gc-window"),
    max_homopolymer: integerOf(options.maxHomopolymer, "--max-homopolymer"),
    max_repeat: integerOf(options.maxRepeat, "--max-repeat"),
    seed: integerOf(options.seed, "--seed"),
  };
  const request = {
    ...(await codonsOf(options)),
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

function rangeOf(text: string): [number, number] {
  const [, low, high] = /^(\d*\.?\d+)-(\d*\.?\d+)$/.exec(text) ?? [];
  if (low === undefined || high === undefined)
    throw new UsageError(`--gc "${text}": use two shares from 0 to 1, such as 0.35-0.65.`);
  return [Number(low), Number(high)];
}
