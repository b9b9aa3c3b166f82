import { readLibrarySite } from "#client/requests/librarySite.ts";

/** Choices in the form for DNA and primers, as texts. */
export interface DnaChoices {
  host: string;
  genes: string;
  avoid: string;
  library: string;
  prefix: string;
  suffix: string;
  stop: string;
  gc: string;
  template: string;
  method: string;
  plate: string;
}

export const NEW_DNA: DnaChoices = {
  host: "E_COLI",
  genes: "",
  avoid: "",
  library: "",
  prefix: "",
  suffix: "",
  stop: "TAA",
  gc: "",
  template: "",
  method: "BACK_TO_BACK",
  plate: "96",
};

export const HOSTS = {
  E_COLI: "E. coli",
  S_CEREVISIAE: "Yeast (S. cerevisiae)",
  B_SUBTILIS: "B. subtilis",
  HUMAN: "Human",
  MOUSE: "Mouse",
  GENES: "Another host, by its genes",
};

/** Returns the fields that state the codons. Throws an error with an explanation for a library that cannot be read. */
function codonsOf({ host, genes, avoid, library }: DnaChoices) {
  const sites = library.split(/[,;\s]+/).filter((text) => text !== "");
  return {
    ...(host === "GENES" ? { coding_sequences: { kind: "TABLE", table: genes.trim() } } : { host }),
    avoid: avoid.split(/[,;]+/).flatMap((site) => site.trim() || []),
    ...(sites.length > 0 && { library: sites.map(readLibrarySite) }),
  };
}

/** Returns the body of a request for DNA. The service checks the values. */
export function dnaRequest(choices: DnaChoices) {
  const [, low, high] = /^\s*(\d+(?:\.\d+)?)\s*[-–]\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(choices.gc) ?? [];
  if (choices.gc.trim() !== "" && high === undefined)
    throw new Error(`"${choices.gc}" is not a range of percentages. Write 35-65.`);
  return {
    ...codonsOf(choices),
    prefix: bases(choices.prefix),
    suffix: bases(choices.suffix),
    ...(choices.stop !== "none" && { stop_codon: choices.stop }),
    ...(high !== undefined && { gc: [Number(low) / 100, Number(high) / 100] }),
  };
}

/** Returns the body of a request for primers. The service checks the values. */
export function primersRequest(choices: DnaChoices) {
  return {
    template: plasmidOf(choices.template),
    ...codonsOf(choices),
    method: choices.method,
    ...(choices.plate !== "none" && { format: Number(choices.plate) }),
  };
}

/** Returns the sequence of a plasmid, which may be one record of FASTA. Throws an error with an explanation for several records. */
function plasmidOf(text: string): string {
  const [first = "", ...lines] = text.trim().split(/\r?\n/);
  if (lines.some((line) => line.startsWith(">")))
    throw new Error("The plasmid contains several FASTA records. Paste one of them.");
  return bases(first.startsWith(">") ? lines.join("") : [first, ...lines].join(""));
}

const bases = (text: string): string => text.replaceAll(/\s/g, "").toUpperCase();
