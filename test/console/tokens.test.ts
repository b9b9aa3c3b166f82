import { readdir, readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { DOCS_COLORS } from "#functions/docsColors.ts";
import { documentation } from "#functions/documentation.ts";

const FOLDER = new URL("../../console/style/", import.meta.url);
const SCHEMES = ["light", "dark"] as const;
/** Contrast of text, and of meaningful shapes, against their background (WCAG 2.2, AA). */
const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;

const tokens = await readFile(new URL("tokens.css", FOLDER), "utf8");

/** Returns the colors of both schemes, by token name. */
function colors(): Map<string, [light: string, dark: string]> {
  const found = new Map<string, [string, string]>();
  for (const [, name = "", both] of tokens.matchAll(/--([\w-]+): (light-dark\([^;]+\)|#[0-9a-f]{6});/g)) {
    const [light = "", dark = light] = both?.match(/#[0-9a-f]{6}/g) ?? [];
    if (light) found.set(name, [light, dark]);
  }
  return found;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the pairs of tokens with too little contrast in a scheme. */
function lowPairs(pairs: readonly (readonly [string, string])[], wanted: number): string[] {
  const all = colors();
  return pairs.flatMap(([front, ground]) =>
    SCHEMES.flatMap((scheme, index) => {
      const ratio = contrast(all.get(front)?.[index] ?? "", all.get(ground)?.[index] ?? "");
      return ratio >= wanted ? [] : [`${scheme}: ${front} on ${ground} has ${ratio.toFixed(2)}`];
    }),
  );
}

const across = (fronts: readonly string[], grounds: readonly string[]) =>
  fronts.flatMap((front) => grounds.map((ground) => [front, ground] as const));
const GROUNDS = ["ground", "surface", "raised"];
const MEANINGS = ["danger", "warn", "ok", "info", "accent"];

describe("the design tokens", () => {
  test("black on white has the highest contrast, and gray on gray has the lowest", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#777777", "#777777")).toBe(1);
    expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  });

  test("every text color is readable on every background in both schemes", () => {
    const plain = across(["text", "muted", ...MEANINGS, "accent-strong"], GROUNDS);
    const weak = MEANINGS.flatMap((name) => across([name, "text", "muted"], [`${name}-weak`]));
    const onAccent = across(["on-accent"], ["accent", "accent-strong"]);
    expect(lowPairs([...plain, ...weak, ...onAccent], TEXT_CONTRAST)).toEqual([]);
  });

  test("control borders and plot categories stand out from every background", () => {
    const categories = [...colors().keys()].filter((name) => name.startsWith("category-"));
    expect(categories.length).toBeGreaterThanOrEqual(6);
    expect(lowPairs(across(["control", ...categories], GROUNDS), SHAPE_CONTRAST)).toEqual([]);
  });

  test("style sheets use sizes, weights and colors only from the tokens", async () => {
    const files = (await readdir(FOLDER)).filter((name) => !["tokens.css", "fonts.css"].includes(name));
    expect(files.length).toBeGreaterThan(6);
    for (const file of files) {
      const text = (await readFile(new URL(file, FOLDER), "utf8")).replaceAll(/@property[^}]+}/g, "");
      expect(text.match(/font-(?:size|weight): (?!var\(|inherit)[^;]+/g), file).toBeNull();
      if (file !== "heatmap.css") expect(text.match(/#[0-9a-f]{3,8}\b/gi), file).toBeNull();
    }
  });

  test("every token that a style sheet or a page uses is defined", async () => {
    const sheets = (await readdir(FOLDER)).map((name) => readFile(new URL(name, FOLDER), "utf8"));
    const text = (await Promise.all(sheets)).join("\n");
    const used = new Set([...text.matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name));
    const defined = new Set([...text.matchAll(/--([\w-]+):/g)].map(([, name]) => name));
    for (const [, name] of text.matchAll(/@property --([\w-]+)/g)) defined.add(name);
    // The plate sets this property for each well.
    defined.add("strength");
    expect([...used].filter((name) => !defined.has(name))).toEqual([]);
  });

  test("the documentation uses the token colors", async () => {
    const known = new Set([...colors().values()].flat());
    const { body } = await documentation.getDocs.handle({
      settings: { productName: "Enzymes & Co" },
      headers: {},
    } as never);
    const page = typeof body === "string" ? body : await textOf(body);
    expect(page).toContain("<title>API · Enzymes &amp; Co</title>");
    const used = page.replaceAll(/"data:[^"]*"/g, "").match(/#[0-9a-f]{6}\b/g) ?? [];
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((color) => !known.has(color))).toEqual([]);
    expect(page).toContain("color-scheme: light dark");
    const all = colors();
    for (const [index, scheme] of SCHEMES.entries()) {
      const { warnWeak, ...named } = DOCS_COLORS[scheme];
      expect(warnWeak).toBe(all.get("warn-weak")?.[index]);
      for (const [name, color] of Object.entries(named)) expect(color, name).toBe(all.get(name)?.[index]);
    }
  });
});
