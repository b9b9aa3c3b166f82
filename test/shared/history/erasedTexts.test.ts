import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ErasedTexts } from "#shared/history/erasure/erasedTexts.ts";

function textsWith(numbers: readonly string[]): ErasedTexts {
  const texts = new ErasedTexts();
  for (const number of numbers) texts.addNumber(number);
  return texts;
}

describe("numbers found only in erased rows", () => {
  const texts = textsWith(["731.48259", "-0.000123456", "8123456.0", "9007199254740993", "1.25e-07"]);

  it.each([
    ['In line 3, "731.482590" is above the limit.', true],
    ["The key (731.48259, A) is in the table already.", true],
    ["A value of -1.23456E-4 was found.", true],
    ["The best is 8123456.", true],
    ["The barcode 9007199254740993 repeats.", true],
    ["The barcode 9007199254740992 repeats.", false],
    ["731.4825 of 731 rows have 48259 in line 8123.", false],
    ["It has 0.000000125 in it.", false],
    ["Of 8,123,456 barcodes, one repeats.", true],
    ["The cell 731,48259 has a decimal comma.", true],
    ["The cell 73148.259% is above 100 %.", true],
    ["Lines 8,123,457 and 9 are empty.", false],
  ])("%s", (sentence, isFound) => {
    expect(texts.areIn(sentence)).toBe(isFound);
  });

  it("short numbers may be counts, lines or concentrations, and are not searched for", () => {
    const short = textsWith(["12345.0", "123456", "12.5", "0.0001", "100.00", "NaN", "Infinity", ""]);
    expect(short.size).toBe(0);
  });

  it("each spelling of a long number is found, and no other number", () => {
    const long = fc.double({ noNaN: true, noDefaultInfinity: true, min: 1.5, max: 1e6 });
    fc.assert(
      fc.property(long, long, (number, other) => {
        const found = textsWith([number.toFixed(6)]);
        if (found.size === 0) return;
        expect(found.areIn(`The value ${number.toFixed(6)}00 is high`)).toBe(true);
        expect(found.areIn(`"${Number(number.toFixed(6)).toExponential()}"`)).toBe(true);
        if (other.toFixed(6) !== number.toFixed(6)) expect(found.areIn(`${other.toFixed(6)} is`)).toBe(false);
      }),
      { seed: 44, numRuns: 200 },
    );
  });
});

describe("names that contain an erased value", () => {
  const texts = new ErasedTexts();
  texts.addConstants(["D7", "4711"]);
  for (const text of ["D-17", "Anna Müller", "D7", "D8", "batch"]) texts.add(text);

  it.each([
    ["plate_D-17_final.csv", true],
    ["D-17", true],
    ["for Anna Müller, again", true],
    ["Anna_Müller", false],
    ["run/D7.csv", true],
    ["D8.csv", false],
    ["D-170", false],
    ["XD-17", false],
    ["batch_id", true],
    ["batches", false],
    ["(D-17)", true],
    ["", false],
  ])("%s", (name, isFound) => {
    expect(texts.areInName(name)).toBe(isFound);
  });

  it("sentences and parameters only match whole words, because names of columns may contain a value", () => {
    expect(texts.areIn("The column batch_id is missing.")).toBe(false);
    expect(texts.areIn("The cell batch is missing.")).toBe(true);
  });

  it("a reason must not contain a constant of the condition, however common it is", () => {
    expect(texts.areInName("Ticket 4711")).toBe(false);
    expect(texts.areQuoted("Ticket 4711")).toBe(true);
    expect(texts.areQuoted("Ticket 47111")).toBe(false);
  });

  it("each value is found between any characters that are not letters or digits", () => {
    const value = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 _.-]{2,70}[A-Za-z0-9]$/);
    const edge = fc.constantFrom("", " ", "_", "-", ".", "/", "(", "…", "\n");
    fc.assert(
      fc.property(value, edge, edge, fc.string(), (text, before, after, other) => {
        const found = new ErasedTexts();
        found.add(text);
        expect(found.areInName(`${before}${text}${after}`)).toBe(true);
        expect(found.areInName(`${other} ${text}, ${other}`)).toBe(true);
      }),
      { seed: 45, numRuns: 300 },
    );
  });
});
