import { REFERENCE, randomNumbers } from "#examples/variants.ts";

/** Tables, as CSV, for pictures of charts that need columns missing from the example data. */

const random = randomNumbers(11);
const gaussian = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Responses of eight variants to ten doses, in duplicate. Two of the variants have no EC50 within the dose range. */
export function doseCsv(): string {
  const ec50: Record<string, number | null> = {
    ...{ WT: 1, V40A: 0.3, S14T: 5, K8R: 0.05, E25D: 300, L27M: 20, Q23A: null, H18N: 2 },
  };
  const doses = Array.from({ length: 10 }, (_, step) => 100 / 3 ** step);
  const rows = Object.entries(ec50).flatMap(([name, half]) =>
    [...doses, ...doses].map((dose) => {
      const response = half === null ? 12 : 5 + 95 / (1 + half / dose);
      return `${name},${mutate(name)},${dose.toPrecision(4)},${(response + 4 * gaussian()).toFixed(2)}`;
    }),
  );
  return `variant,sequence,concentration_um,response\n${rows.join("\n")}\n`;
}

/** All combinations of three residues at each of four positions; two of the mutations interfere with each other. */
export function libraryCsv(): string {
  const sites = ["I6", "S13", "R21", "E31"];
  const choices = sites.map((site) => ["", ...[..."AGW"].map((to) => `${site}${to}`)]);
  const effects = new Map(choices.flat().map((code) => [code, code === "" ? 0 : 0.4 * gaussian()]));
  const all = choices.reduce<string[][]>(
    (some, codes) => some.flatMap((begun) => codes.map((code) => [...begun, code])),
    [[]],
  );
  const rows = all.map((codes) => {
    const present = codes.filter((code) => code !== "");
    const sum = present.reduce((total, code) => total + (effects.get(code) ?? 0), 0);
    const clash = present.includes("I6A") && present.includes("S13G") ? -1 : 0;
    const activity = Math.exp(sum + clash + 0.08 * gaussian());
    return `${present.join(" ") || "WT"},${mutate(present.join(" "))},${activity.toFixed(4)}`;
  });
  return `variant,sequence,activity\n${rows.join("\n")}\n`;
}

/** Returns the sequence with mutations such as `I6A S13G`; other words do not change it. */
function mutate(codes: string): string {
  const letters = [...REFERENCE];
  for (const [, position, to] of codes.matchAll(/[A-Z](\d+)([A-Z])/g)) {
    if (to !== undefined) letters[Number(position) - 1] = to;
  }
  return letters.join("");
}
