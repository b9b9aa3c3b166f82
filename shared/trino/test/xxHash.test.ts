import { expect, it } from "vitest";
import { checksumDigits, hashDigits, valueHash } from "../functions/xxHash.ts";

/** Lengths around the sizes of words and blocks, of the bytes 61 62 61 62 …, as recorded from Trino 476. */
const RECORDED: [length: number, hash: string][] = [
  [0, "EF46DB3751D8E999"],
  [1, "D24EC4F1A98C6E5B"],
  [3, "725D78F06D7095D5"],
  [4, "A53966EBEBA1C1BE"],
  [5, "43959D0D0E18426D"],
  [7, "1110528DDDFE335E"],
  [8, "53AFAAA2EBFED118"],
  [9, "EBF855C68D2EAC82"],
  [12, "DAAA413C67B399D6"],
  [15, "61DA09B5189FA785"],
  [16, "77EB9D1D2ED2DE40"],
  [31, "211BE40921991511"],
  [32, "F393398529955001"],
  [33, "9874F2440DD49361"],
  [36, "4F94D0B29AECEC06"],
  [40, "987629961583FE20"],
  [63, "802E74CC36C88979"],
  [64, "C16611390181D05F"],
  [65, "5CCBC1072A59C6E3"],
  [71, "277D39783B6AC3E9"],
];

it.each(RECORDED)("the hash of %i bytes is %s", (length, hash) => {
  expect(hashDigits("6162".repeat(40).slice(0, 2 * length))).toBe(hash);
});

it("the checksum of values does not depend on their order, and counts NULLs", () => {
  const sum = ["3", "1", "2", "1"].reduce((total, text) => total + BigInt(valueHash("integer", text)), 0n);
  expect(checksumDigits(`${sum}`, "1")).toBe("C445C89DA2F61679");
});
