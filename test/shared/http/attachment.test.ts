import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attachment } from "#shared/http/attachment.ts";

/** Returns the file name that a browser would use. */
function namesIn(header: string): { plain: string; name: string } {
  const [, plain = "", encoded = ""] =
    /^attachment; filename="([A-Za-z0-9._ -]*)"; filename\*=UTF-8''([A-Za-z0-9._~!%-]*)$/.exec(header) ?? [];
  return { plain, name: decodeURIComponent(encoded) };
}

describe("the name of an attachment", () => {
  it("the name is the last part of a path and may contain any characters", () => {
    expect(namesIn(attachment("a/b/variants (1).csv"))).toEqual({
      plain: "variants _1_.csv",
      name: "variants (1).csv",
    });
    expect(namesIn(attachment("C:\\data\\mé'sure*.csv")).name).toBe("mé'sure*.csv");
    expect(namesIn(attachment("folder/")).name).toBe("file");
  });

  it("the name is truncated after 200 characters, never within a character or its escape", () => {
    for (const character of ["x", "é", "蛋", "🧬"]) {
      expect(namesIn(attachment(character.repeat(200))).name).toBe(character.repeat(200));
      expect(namesIn(attachment(character.repeat(5_000))).name).toBe(character.repeat(200));
    }
  });

  it("for any string, the name can be decoded and starts with the same characters", () => {
    const path = fc.string({ unit: "binary", maxLength: 3_000, size: "max" });
    fc.assert(
      fc.property(path, (text) => {
        const { plain, name } = namesIn(attachment(text));
        expect(name.length).toBeGreaterThan(0);
        expect(plain.length).toBe(name.length);
        const last = text.split(/[\\/]/).at(-1) || "file";
        expect(last.toWellFormed().startsWith(name)).toBe(true);
      }),
      { seed: 20260311, numRuns: 200 },
    );
  });
});
