import { writeFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import "../../support/propertySeed.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { sampledRuns } from "../../support/byNight.ts";
import { newPath, useFolder } from "./ingesting.ts";

useFolder();

/** Small files of formats that are read by their lines. */
const FILES: Record<string, string> = {
  EMBL: 'ID   Z1; SV 2; linear; mRNA; STD; SYN; 12 BP.\nXX\nAC   Z1;\nDE   A vector\nFH   Key             Location/Qualifiers\nFT   source          1..12\nFT   CDS             complement(join(1..3,7..9))\nFT                   /gene="a"\nSQ   Sequence 12 BP;\n     atggctaacc gg        12\n//\n',
  UniProt:
    "ID   T_ECOLI              Reviewed;          12 AA.\nAC   P1; Q2;\nDE   RecName: Full=T;\nFT   CHAIN         3      9       Mature.\nSQ   SEQUENCE   12 AA;\n     MKTAYIAKQR QI\n//\n",
  VCF: '##fileformat=VCFv4.3\n##contig=<ID=1>\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ts1\n1\t5\t.\tA\tT\t9.5\tPASS\tDP=1\tGT\t"0/1\n2\t7\tx\tG\tC\t.\t.\t.\tGT\t0/0\n',
  GFF: "##gff-version 3\nc1\tx\tgene\t4\t60\t.\t+\t.\tID=a\n###\nc1\tx\tCDS\t80\t99\t0.5\t-\t0\tID=b\n##FASTA\n>c1\nACGT\n",
  SAM: '@HD\tVN:1.6\n@SQ\tSN:p\tLN:40\nr1\t0\tp\t1\t60\t4M\t*\t0\t0\tACGT\t"FF"\tNM:i:0\nr2\t4\t*\t0\t0\t*\t*\t0\t0\tACGT\t*\n',
  PSL: `psLayout version 3\n\nmatch\tmis- \n     \tmatch\n${"-".repeat(60)}\n52\t0\t0\t1\t0\t0\t1\t44\t+\td\t90\t4\t60\tc\t5000\t200\t320\t2\t16,36,\t4,20,\t200,284,\n`,
  FASTA: ">T=0.1, sample=1, score=0.83\nMKTAYI/MKR\n>T=0.1, sample=2, score=0.5 note=a b\nMKTAYK:MKR\n",
  BioLector:
    "FILENAME;a.csv\nPROTOCOL;a\n\nREADING;WELLNUM;TIME [h];AMPLITUDE\nC1;A01;0.1;3.5\nC1;A02;0.2;4.5;\n",
  SoftMax:
    "##BLOCKS= 1\nPlate:\tP1\t1.3\tPlateFormat\tKinetic\tAbsorbance\tRaw\tFALSE\t2\t90\t90\t1\t405\t1\t3\t6\t1\t2\n\tTemperature(°C)\t1\t2\t3\n00:00:00\t37\t1\t2\t3\n\t\t4\t5\t6\n\n00:01:30\t37\t7\t8\t9\n\t\t1\t2\t3\n\n\t\t1\t2\t3\n\t\t1\t1\t1\n~End\n",
};
const PIECES = [
  "",
  "\t",
  "\n",
  ";",
  '"',
  ">",
  "//",
  "0",
  "-",
  "A1",
  "=",
  "##",
  "@",
  "~End\n",
  "\r\n",
  "1..",
  "é",
  "\u0000",
];

const edit = fc.record({ at: fc.nat(10_000), length: fc.nat(12), piece: fc.constantFrom(...PIECES) });

test.each(Object.keys(FILES))("a damaged file is previewed or refused with a sentence: %s", async (name) => {
  const text = FILES[name] as string;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 6 }), fc.boolean(), async (edits, isCut) => {
      let damaged = text;
      for (const { at, length, piece } of edits) {
        const start = at % (damaged.length + 1);
        damaged = damaged.slice(0, start) + piece + damaged.slice(start + length);
      }
      const path = newPath("txt");
      await writeFile(path, damaged);
      const seen = await previewFile({ path, name: "damaged.txt", isCut }, () => false);
      if (seen.config === null) expect(seen.problems.length).toBeGreaterThan(0);
      for (const sentence of seen.problems) expect(sentence).not.toMatch(/could not be converted|Error:/);
    }),
    { numRuns: sampledRuns(120) },
  );
});
