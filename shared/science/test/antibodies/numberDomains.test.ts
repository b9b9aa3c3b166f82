import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { NUMBERING_SCHEMES, numberDomains } from "../../antibodies/numberDomains.ts";
import { domainsOfChains, findRegion, pairedCysteines } from "../../antibodies/regions.ts";

interface Row {
  entry: string;
  kind: string;
  sequence: string;
  numbers: Record<string, string[]>;
}

/** Spells out runs of numbers, such as `1-9 11-26 52A`. */
function spelledOut(runs: string): string[] {
  return runs.split(" ").flatMap((run) => {
    const [first, last] = run.split("-").map(Number);
    if (last === undefined || first === undefined) return [run];
    return Array.from({ length: last - first + 1 }, (_, at) => `${first + at}`);
  });
}

const rows = readFileSync(join(import.meta.dirname, "numberedDomains.tsv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line): Row => {
    const [entry = "", kind = "", sequence = "", ...runs] = line.split("\t");
    const numbers = NUMBERING_SCHEMES.map((scheme, at) => [scheme, spelledOut(runs[at] ?? "")]);
    return { entry, kind, sequence, numbers: Object.fromEntries(numbers) };
  });

const HEAVY =
  "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPGKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQMNSLRAEDTAVYYCSRWGGDGFYAMDYWGQGTLVTVSS";
const LIGHT =
  "DIQMTQSPSSLSASVGDRVTITCRASQDVNTAVAWYQQKPGKAPKLLIYSASFLYSGVPSRFSGSRSGTDFTLTISSLQPEDFATYYCQQHYTTPPTFGQGTKVEIK";

describe("numbering of variable domains", () => {
  it.each(NUMBERING_SCHEMES)(
    "at least 99 %% of the residues have the %s number of other programs",
    (scheme) => {
      expect(rows).toHaveLength(80);
      for (const kind of new Set(rows.map((row) => row.kind))) {
        let [same, all] = [0, 0];
        for (const { sequence, numbers } of rows.filter((row) => row.kind === kind)) {
          const [domain] = numberDomains(sequence, scheme);
          for (const [at, number] of numbers[scheme]!.entries()) {
            all += 1;
            if (domain?.numbers[at - domain.start] === number) same += 1;
          }
        }
        expect(same / all, kind).toBeGreaterThan(0.99);
      }
    },
  );

  it("the chains of an antibody have the same numbers alone, in either order, and after longer sequences", () => {
    const linker = "GGGGSGGGGSGGGGS";
    for (const { sequence } of rows.filter(({ kind }) => kind === "K").slice(0, 8)) {
      const [alone] = numberDomains(sequence);
      const heavy = numberDomains(HEAVY)[0]!;
      const second = HEAVY.length + linker.length;
      expect(numberDomains(`${HEAVY}${linker}${sequence}`)).toMatchObject([
        { type: "H", numbers: heavy.numbers },
        { type: "K", numbers: alone!.numbers, start: second + alone!.start },
      ]);
      expect(numberDomains(`${sequence}${linker}${HEAVY}`)).toMatchObject([
        { type: "K", numbers: alone!.numbers },
        { type: "H", numbers: heavy.numbers },
      ]);
      expect(numberDomains(sequence)).toEqual([alone]);
    }
  });

  it("the type of every domain is recognized", () => {
    for (const { entry, kind, sequence } of rows)
      expect(numberDomains(sequence)[0]?.type, entry).toBe(kind === "VHH" ? "H" : kind);
  });

  it("both domains of a single-chain Fv are found between other residues", () => {
    const linker = "GGGGSGGGGSGGGGS";
    const domains = numberDomains(`MKKTAIAIA${HEAVY}${linker}${LIGHT}HHHHHH`);
    expect(domains.map(({ type, start, numbers }) => [type, start, numbers.length])).toEqual([
      ["H", 9, HEAVY.length],
      ["K", 9 + HEAVY.length + linker.length, LIGHT.length],
    ]);
  });

  it("proteins without variable domains are not numbered", () => {
    const random = createRandom("no antibody");
    const shuffled = Array.from({ length: 200 }, () => random.shuffle([...HEAVY]).join(""));
    expect(shuffled.flatMap((sequence) => numberDomains(sequence))).toEqual([]);
    const ubiquitin = "MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG";
    const constant =
      "ASTKGPSVFPLAPSSKSTSGGTAALGCLVKDYFPEPVTVSWNSGALTSGVHTFPAVLQSSGLYSLSSVVTVPSSSLGTQTYICNVNHKPSNTKVDKKV";
    for (const sequence of ["", ubiquitin, constant]) expect(numberDomains(sequence)).toEqual([]);
  });

  it("any text has at most one number per letter, in time linear in its length", () => {
    const random = createRandom("any text");
    const letters = `${AMINO_ACIDS}XBZ*-/ é`;
    for (let round = 0; round < 200; round += 1) {
      const at = random.integer(HEAVY.length);
      const noise = Array.from({ length: random.integer(40) }, () => letters[random.integer(letters.length)]);
      const text = HEAVY.slice(random.integer(10), at) + noise.join("") + HEAVY.slice(at + random.integer(5));
      for (const { start, numbers } of numberDomains(text, NUMBERING_SCHEMES[round % 3])) {
        expect(start + numbers.length).toBeLessThanOrEqual(text.length);
        expect(new Set(numbers).size, text).toBe(numbers.length);
        expect(numbers.every((number) => /^\d+[A-Z]*$/.test(number))).toBe(true);
      }
    }
  });
});

describe("regions", () => {
  const letters = (
    region: string,
    scheme: (typeof NUMBERING_SCHEMES)[number],
    sequence = `${HEAVY}/${LIGHT}`,
  ) => {
    const result = findRegion(sequence, { region, scheme });
    return typeof result === "string" ? result : result.map((at) => sequence[at]).join("");
  };

  it("the regions of trastuzumab are those in the literature", () => {
    expect(["CDR-H1", "CDR-H2", "CDR-H3"].map((name) => letters(name, "IMGT"))).toEqual([
      "GFNIKDTY",
      "IYPTNGYT",
      "SRWGGDGFYAMDY",
    ]);
    expect(["CDR-H1", "CDR-H2", "CDR-H3"].map((name) => letters(name, "KABAT"))).toEqual([
      "DTYIH",
      "RIYPTNGYTRYADSVKG",
      "WGGDGFYAMDY",
    ]);
    expect(["CDR-H1", "CDR-H2"].map((name) => letters(name, "CHOTHIA"))).toEqual(["GFNIKDT", "YPTNGY"]);
    expect(["CDR-L1", "CDR-L2", "CDR-L3"].map((name) => letters(name, "KABAT"))).toEqual([
      "RASQDVNTAVA",
      "SASFLYS",
      "QQHYTTPPT",
    ]);
    expect(
      ["FR1", "CDR1", "FR2", "CDR2", "FR3", "CDR3", "FR4"]
        .map((name) => letters(`${name.slice(0, -1)}-L${name.at(-1)}`, "IMGT"))
        .join(""),
    ).toBe(LIGHT);
  });

  it("a region of a chain that is not there is explained", () => {
    expect(letters("CDR-L1", "IMGT", HEAVY)).toContain("No light chain was recognized");
    expect(letters("CDR-H4", "IMGT")).toContain("There is no region CDR-H4");
    expect(letters("CDR-H3", "IMGT", HEAVY)).toBe("SRWGGDGFYAMDY");
  });

  it("the cysteines of a domain's disulfide bond are paired", () => {
    const text = `${HEAVY}/${LIGHT}`;
    const domains = domainsOfChains(text, "IMGT");
    const paired = (sequence: string) => [...pairedCysteines(sequence, domains)];
    expect(paired(text)).toEqual([...text.matchAll(/C/g)].map(({ index }) => index));
    const extra = text.replace("DGFYA", "DCFYA");
    expect(paired(extra)).not.toContain(extra.indexOf("DCFYA") + 1);
    // A design that mutates one of them frees the other.
    const [first = 0, second = 0, ...light] = paired(text);
    const freed = `${text.slice(0, second)}S${text.slice(second + 1)}`;
    expect([freed[first], paired(freed)]).toEqual(["C", light]);
  });

  it("cysteines outside a shortened domain are not paired with residues next to it", () => {
    // Without its first framework, the domain has no residue 23.
    const cut = `GGGC${HEAVY.slice(36)}`;
    const domains = domainsOfChains(cut, "IMGT");
    expect(domains.map(({ domain }) => [domain.start, domain.numbers[0]])).toEqual([[4, "42"]]);
    expect([...pairedCysteines(cut, domains)]).toEqual([]);
  });
});
