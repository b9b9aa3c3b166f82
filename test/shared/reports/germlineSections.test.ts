import { readGermlines } from "@pdp/science/antibodies";
import { expect, it } from "vitest";
import { variantGeneSections } from "#shared/reports/germlineSections.ts";

const VH =
  "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPGKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQMNSLRAEDTAVYYCSRWGGDGFYAMDYWGQGTLVTVSS";
const VL =
  "DIQMTQSPSSLSASVGDRVTITCRASQDVNTAVAWYQQKPGKAPKLLIYSASFLYSGVPSRFSGSRSGTDFTLTISSLQPEDFATYYCQQHYTTPPTFGQGTKVEIK";
const OTHER = VH.replace("GGLVQPGGSLRLS", "AELVKPGASVKIS");
const { germlines } = readGermlines(
  `>IGHV7-1*01\n${VH.slice(0, 98)}\n>IGHV7-2*01\n${OTHER.slice(0, 98)}\n>IGKV7-1*01\n${VL.slice(0, 95)}\n>IGHJ7*01\nAMDYWGQGTLVTVSS\n`,
);

it("the genes of variants are counted by chain if they differ", () => {
  const [section] = variantGeneSections(
    [`${VH}/${VL}`, `${OTHER}/${VL}`, `${VH.replace("KDTY", "KDAY")}/${VL}`],
    germlines,
  );
  expect(section?.text).toBe("Closest germline genes of 3 sequences.");
  expect(section?.table?.rows).toEqual([
    ["light, κ", "IGKV7-1", "", 3],
    ["heavy", "IGHV7-1", "IGHJ7", 2],
    ["heavy", "IGHV7-2", "IGHJ7", 1],
  ]);
});

it("the genes of variants of one antibody are not listed again", () => {
  expect(variantGeneSections([`${VH}/${VL}`, `${VH.replace("KDTY", "KDAY")}/${VL}`], germlines)).toEqual([]);
  expect(variantGeneSections(["MKTAYIAKQRQISFVKSHFSRQ"], germlines)).toEqual([]);
});
