import fc from "fast-check";
import { expect, it } from "vitest";
import { unitOf } from "#shared/proposals/headerUnit.ts";

/** The grammar as a single expression, which is exponential in the length of a unit. */
const UNIT =
  /^(?:(?:[pnuµμmkMG]?(?:M|mol|g|L|l|s|m|Da|V|A|W|J|Hz|U|IU|Pa|bp)|[°º]\s?[CFK]?|K|C|cal|kcal|min|h|hr|hrs|d|sec|ms|days?|hours?|rpm|Å|nm|AU|a\.?u\.?|RFU|RLU|RU|OD(?:\d{3})?|ppm|x|fold|%|percent|log(?:2|10)?|counts?|copies|cells|units?)[-−^]?[\d¹²³⁻-]*[\s·*/⋅]*)+$/i;

it.each([
  ["Tm (°C)", "°C"],
  ["Tm [ ° C ] ", "° C"],
  ["kcat (s⁻¹)", "s⁻¹"],
  ["kcat/Km (M-1 s-1)", "M-1 s-1"],
  ["conc (mg/mL)", "mg/mL"],
  ["OD600 (OD600)", "OD600"],
  ["signal (a.u.)", "a.u."],
  ["ΔG (kcal/mol)", "kcal/mol"],
  ["x (log10)", "log10"],
  ["replicate (2)", null],
  ["(mM)", null],
  ["name (of it)", null],
  ["x (mM) y", null],
  ["", null],
])("the unit of %j is %j", (header, unit) => {
  expect(unitOf(header)).toBe(unit);
});

it("units are recognized exactly as the regular expression recognizes them", () => {
  const piece = fc.constantFrom(
    ..."m M µ g l s mol Da hz ° ºC k K c cal min h hrs d days a.u. au. OD600 od ppm x % log log2 log10 / · - ⁻¹ 2 ^ _ q".split(
      " ",
    ),
    " ",
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const unit = pieces.join("").trim();
      fc.pre(unit !== "" && unit.length <= 20);
      expect(unitOf(`x (${unit})`)).toBe(UNIT.test(unit) ? unit : null);
    }),
    { seed: 11, numRuns: 5_000 },
  );
});

it("the time to find units does not double with each letter", () => {
  for (let count = 0; count < 1_000; count++) {
    expect(unitOf(`x (${"m".repeat(19)}!)`)).toBeNull();
    expect(unitOf(`x (${" ".repeat(990)}`)).toBeNull();
  }
});
