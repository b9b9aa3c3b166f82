import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { closestGenes } from "../../antibodies/germlines/closestGenes.ts";
import { genesText } from "../../antibodies/germlines/genesText.ts";
import { MAX_LETTERS, readGermlines } from "../../antibodies/germlines/readGermlines.ts";
import { type NumberedDomain, numberDomains } from "../../antibodies/numberDomains.ts";

/** Domains of public structures serve as genes, because no germline set may be distributed. */
const rows = readFileSync(join(import.meta.dirname, "numberedDomains.tsv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .map(([entry = "", , sequence = ""]) => ({ entry, sequence, domain: numberDomains(sequence)[0]! }))
  .filter(({ domain: { numbers } }) => numbers.includes("104") && numbers.includes("118"));

const LOCI = { H: "IGHV", K: "IGKV", L: "IGLV" };
const CODONS: Record<string, string> = Object.fromEntries(
  "A:GCT C:TGT D:GAT E:GAA F:TTT G:GGT H:CAT I:ATT K:AAA L:CTG M:ATG N:AAT P:CCG Q:CAG R:CGT S:AGC T:ACC V:GTG W:TGG Y:TAT"
    .split(" ")
    .map((pair) => pair.split(":")),
);

const bases = (protein: string): string => [...protein].map((letter) => CODONS[letter]).join("");

/** Residues of a domain up to the end of FR3, and two of CDR3. */
function variablePart({ sequence, domain }: (typeof rows)[number]): string {
  return sequence.slice(domain.start, domain.start + domain.numbers.indexOf("104") + 3);
}

const nameOf = (domain: NumberedDomain, index: number): string => `${LOCI[domain.type]}1-${index + 1}*01`;
const genes = rows.map((row, index) => ({ name: nameOf(row.domain, index), protein: variablePart(row) }));
const fasta = (entries: { name: string; protein: string }[], write = (protein: string) => protein): string =>
  entries.map(({ name, protein }) => `>${name}\n${write(protein)}\n`).join("");

describe("closest germline genes", () => {
  it("are the V genes that a domain was made from, with the share of identical residues", () => {
    const random = createRandom("germlines 20261130");
    const { germlines, used } = readGermlines(fasta(genes));
    expect(used.v).toBe(rows.length);
    for (const [index, { sequence, domain }] of rows.entries()) {
      const letters = [...sequence];
      // Positions of the first framework, apart from its cysteine.
      const changed = random.shuffle([3, 5, 7, 9, 12, 16, 18]).slice(0, 3);
      for (const at of changed) letters[domain.start + at] = letters[domain.start + at] === "A" ? "G" : "A";
      const mutated = letters.join("");
      const { v } = closestGenes(mutated, domain, germlines);
      const length = domain.numbers.indexOf("104") + 1;
      const inserted = domain.numbers.slice(0, length).filter((number) => /[A-Z]/.test(number)).length;
      expect(v?.genes.map(({ name }) => name)).toContain(nameOf(domain, index));
      expect(v).toMatchObject({
        compared: length - inserted,
        identity: (length - inserted - 3) / (length - inserted),
      });
    }
  });

  it("are the same for amino acids, nucleotides, and nucleotides with gaps in any frame", () => {
    const wanted = readGermlines(fasta(genes)).germlines;
    const gapped = (protein: string) =>
      bases(protein)
        .replace(/(.{21})/g, "$1...")
        .toLowerCase();
    expect(readGermlines(fasta(genes, bases)).germlines).toEqual(wanted);
    expect(readGermlines(fasta(genes, gapped)).germlines).toEqual(wanted);
    expect(readGermlines(fasta(genes, (protein) => `A${bases(protein)}`)).germlines).toEqual(wanted);
  });

  it("are named together if they are equally close, with the species of IMGT's headers", () => {
    const { sequence, domain } = rows.find((row) => row.domain.type === "H")!;
    const protein = variablePart(rows.find((row) => row.domain.type === "H")!);
    const { germlines } = readGermlines(
      `>X1|IGHV9-1*01|Homo sapiens|F|V-REGION|1..296|\n${protein}\n>X2|IGHV9-1*02|Homo_sapiens|F|\n${protein}\n` +
        `>lcl|IGHV9-2*01 F|IGHV9|Homo sapiens|\n${protein}\n`,
    );
    const { v } = closestGenes(sequence, domain, germlines);
    expect(v!.genes.map(({ name }) => name)).toEqual(["IGHV9-1*01", "IGHV9-1*02", "IGHV9-2*01"]);
    expect(genesText(v!)).toBe(`IGHV9-1*01, IGHV9-1*02 and 1 more (Homo sapiens), 100.0 % of ${v!.compared}`);
  });

  it("distinguish J genes with the same fourth framework by the end of CDR3", () => {
    const { sequence, domain } = rows.find((row) => row.domain.type === "H")!;
    const anchor = domain.start + domain.numbers.indexOf("118");
    const [loop, framework] = [sequence.slice(anchor - 4, anchor), sequence.slice(anchor)];
    const other = loop.replace(/..$/, loop.endsWith("DY") ? "FH" : "DY");
    const text = `${fasta(genes)}>IGHJ1*01\nPP${loop}${framework}\n>IGHJ2*01\n${other}${framework}\n`;
    const { j } = closestGenes(sequence, domain, readGermlines(text).germlines);
    expect(j).toEqual({
      genes: [{ name: "IGHJ1*01", species: null }],
      identity: 1,
      compared: 4 + framework.length,
    });
  });

  it("do not depend on the order of the file", () => {
    const random = createRandom("order of germlines 20261130");
    const sorted = (text: string) => {
      const { germlines } = readGermlines(text);
      return rows.map(({ sequence, domain }) => {
        const { v } = closestGenes(sequence, domain, germlines);
        return { ...v, genes: v?.genes.map(({ name }) => name).sort() };
      });
    };
    const few = genes.slice(0, 30);
    expect(sorted(fasta(random.shuffle([...few])))).toEqual(sorted(fasta(few)));
  });
});

describe("a file of germline genes", () => {
  const first = fasta(genes.slice(0, 1));
  it.each([
    ["QVQL\n", 'Line 1 is not a FASTA header, which starts with ">".'],
    [`${first}>gene 7\nQVQL\n`, "Line 3: the header contains no name of a gene, such as IGHV1-2*02."],
    [`${first}>IGHV1-2*02\n>IGHV1-3*01\nQVQL\n`, "Line 3: IGHV1-2*02 has no sequence."],
    [
      `${first}>IGHV1-2*02\nQVQ7\n`,
      "Line 4: the sequence of IGHV1-2*02 contains characters other than letters and gaps.",
    ],
    [`>IGHV1-2*02\n${"A".repeat(MAX_LETTERS + 1)}\n`, "Line 2: IGHV1-2*02 has more than 3,000 letters."],
    ["", "It contains no V gene of antibodies, such as IGHV1-2*02."],
    [
      ">IGHV1-2*02\nQVQL\n",
      "It contains no usable V gene: line 1, IGHV1-2*02, codes for no variable domain.",
    ],
  ])("that cannot be used is refused with the line and the reason (%#)", (text, message) => {
    expect(() => readGermlines(text)).toThrow(message);
  });

  it("may contain pseudogenes and other genes, which are counted", () => {
    const protein = genes[0]!.protein;
    const read = readGermlines(
      `${first}>IGHV1-3*01\n${protein.slice(0, 40)}*${protein.slice(41)}\n>IGHD1-1*01\nGGTACC\n>TRBV1*01\nACDE\n`,
    );
    expect(read).toMatchObject({
      used: { v: 1, j: 0 },
      unusable: [{ name: "IGHV1-3*01", line: 3 }],
      others: 2,
    });
  });

  it("of any characters is read or refused with a sentence", () => {
    const random = createRandom("fuzzed germlines 20261130");
    const text = fasta(genes.slice(0, 6), bases) + fasta([{ name: "IGHJ1*01", protein: "YFDYWGQGTLVTVSS" }]);
    const outcomes = { read: 0, refused: 0 };
    for (let round = 0; round < 400; round += 1) {
      const letters = [...text];
      for (let edit = random.integer(6); edit >= 0; edit -= 1) {
        const inserted = [..."|>*.-\n\r\t \0é𝒜N7"][random.integer(14)]!;
        letters.splice(random.integer(letters.length), random.integer(60), inserted);
      }
      try {
        readGermlines(letters.join(""));
        outcomes.read += 1;
      } catch (error) {
        expect((error as Error).message).toMatch(/^(?:Line \d+|It) .*\.$|^Line \d+: .*\.$/s);
        outcomes.refused += 1;
      }
    }
    expect(outcomes.read).toBeGreaterThan(20);
    expect(outcomes.refused).toBeGreaterThan(20);
  });
});

it("a file above 4 MB is refused by its bytes, whatever its characters", () => {
  expect(() => readGermlines(`>IGHV1-1*01 ${"µ".repeat(2_000_001)}\nMKT\n`)).toThrow("more than 4 MB");
});
