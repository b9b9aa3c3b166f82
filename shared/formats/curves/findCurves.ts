/** Curve in a table with a pair of columns for each: its times and its responses. */
export interface Curve {
  /** Name without the ending of its columns, such as `Cycle: 5  ligand  2 nM`. */
  name: string;
  /** Cycle in the name, or else its number among the curves of its kind, starting at 1. */
  cycle: number;
  /** Concentration in the name, in the unit of all curves; null if there is none. */
  concentration: number | null;
  /** True for a fitted curve, which repeats the name of a measured one. */
  isFitted: boolean;
  /** Indices of its columns. */
  time: number;
  response: number;
}

/** Curves of a table. */
export interface Curves {
  curves: Curve[];
  /** Unit of the concentrations; null if the names have none, or units of different kinds. */
  unit: string | null;
}

/** Endings of column names: of times, and of responses. X and Y may be anything, unless the names are those of injections. */
const PAIRS: readonly { time: RegExp; response: RegExp; mustBeInjections?: boolean }[] = [
  { time: /^(.*?)[ _.-]?X$/i, response: /^(.*?)[ _.-]?Y$/i, mustBeInjections: true },
  {
    time: /^(.*?)[ _.-]?time(?: ?\(s\))?$/i,
    response: /^(.*?)[ _.-]?(?:response|signal|RU)(?: ?\((?:RU|nm)\))?$/i,
  },
  { time: /^time ?(\d{1,4})$/i, response: /^(?:data|response|signal) ?(\d{1,4})$/i },
];
const INJECTION =
  /\bcy(?:cle)?[ :]{0,3}\d|\bfc ?[=:]? ?\d|\bconc|\d ?[pnuµμm]?M\b|\d ?[pnuµμm]?g\/m?l\b|sensorgram/i;
const FITTED = /^fitted\s+|[;,]?\s*fitted\b/i;
const CYCLE = /\bcy(?:cle)?\b[ :]{0,3}(\d{1,6})\b/i;
const CONCENTRATION =
  /(?:^|[^\d.,eE+-])(\d{1,9}(?:[.,]\d{1,9})?(?:[eE][+-]?\d{1,2})?) ?([pnuµμm]?M|[pnuµμm]?g\/m?l)\b/g;
/** Factors of units to M or g/l. */
const FACTORS: Record<string, number> = { p: 1e-12, n: 1e-9, u: 1e-6, m: 1e-3, "": 1 };
const MAX_NAME = 150;
const MIN_CURVES = 2;

/** Finds the curves of a table whose columns are all times or responses; undefined for other tables. */
export function findCurves(header: readonly string[], decimal: "." | "," = "."): Curves | undefined {
  const named = header.map((name) => name.trim());
  const last = named.findLastIndex((name) => name !== "");
  if (last < 2 * MIN_CURVES - 1 || named.some((name, index) => index <= last && name.length > MAX_NAME))
    return undefined;
  for (const { time, response, mustBeInjections = false } of PAIRS) {
    const pairs = pairsIn(named.slice(0, last + 1), time, response);
    const isMeant = !mustBeInjections || pairs?.every(({ name }) => INJECTION.test(name));
    if (pairs !== undefined && isMeant) return described(pairs, decimal);
  }
  return undefined;
}

/** Number of rows in which times must increase. */
const MIN_ROWS = 3;
const CHECKED_ROWS = 20;

/** Tells whether lines of cells, starting with the header, are curves whose times increase. */
export function holdCurves(lines: readonly { cells: readonly string[] }[]): boolean {
  const table = findCurves(lines[0]?.cells ?? []);
  if (table === undefined || lines.length <= MIN_ROWS) return false;
  return table.curves.every(({ time }) => {
    const cells = lines.slice(1, 1 + CHECKED_ROWS).map(({ cells }) => cells[time]?.trim() ?? "");
    const times = cells.filter((cell) => cell !== "").map((cell) => Number(cell.replace(",", ".")));
    return times.every((at, index) => Number.isFinite(at) && (index === 0 || at >= (times[index - 1] ?? 0)));
  });
}

/** Returns the number of the line on which the header of curves is; undefined if the lines contain none. */
export function curveHeader(
  lines: readonly { line: number; cells: readonly string[] }[],
): number | undefined {
  return lines.find((_, at) => holdCurves(lines.slice(at, at + 1 + CHECKED_ROWS)))?.line;
}

type Pair = Pick<Curve, "name" | "time" | "response">;

/** Pairs adjacent columns with the same name; undefined unless all columns are in pairs. */
function pairsIn(header: readonly string[], time: RegExp, response: RegExp): Pair[] | undefined {
  if (header.length % 2 !== 0) return undefined;
  const pairs: Pair[] = [];
  for (let index = 0; index < header.length; index += 2) {
    const [, first] = time.exec(header[index] ?? "") ?? [];
    const [, second] = response.exec(header[index + 1] ?? "") ?? [];
    if (first === undefined || first !== second) return undefined;
    pairs.push({ name: first.trim(), time: index, response: index + 1 });
  }
  const names = new Set(pairs.map(({ name }) => name));
  // Curves without names are distinguished by their order.
  return names.size === pairs.length || (names.size === 1 && names.has("")) ? pairs : undefined;
}

function described(pairs: readonly Pair[], decimal: "." | ","): Curves {
  const kinds = pairs.map(({ name }) => FITTED.test(name));
  const concentrations = pairs.map(({ name }) => concentrationIn(name, decimal));
  const kindsOfUnit = new Set(
    concentrations.flatMap((concentration) => (concentration ? [concentration.kind] : [])),
  );
  const unit =
    kindsOfUnit.size === 1
      ? (concentrations.find((concentration) => concentration !== null)?.unit ?? null)
      : null;
  const counts = { true: 0, false: 0 };
  const curves = pairs.map((pair, index): Curve => {
    const isFitted = kinds[index] ?? false;
    counts[`${isFitted}`] += 1;
    const [, cycle] = CYCLE.exec(pair.name) ?? [];
    return {
      ...pair,
      name: isFitted ? pair.name.replace(FITTED, "").trim() : pair.name,
      cycle: cycle === undefined ? counts[`${isFitted}`] : Number(cycle),
      concentration: unit === null ? null : inUnit(concentrations[index] ?? null, unit),
      isFitted,
    };
  });
  return { curves, unit };
}

interface Concentration {
  value: number;
  unit: string;
  kind: "molar" | "mass";
}

/**
 * Returns the last concentration in a name; earlier ones may belong to other injections. 1,250 is one and a quarter if the
 * numbers of the table have decimal commas, otherwise a thousand and more.
 */
function concentrationIn(name: string, decimal: "." | ","): Concentration | null {
  const [, value = "", unit = ""] = [...name.matchAll(CONCENTRATION)].at(-1) ?? [];
  if (unit === "") return null;
  const isGrouped = decimal === "." && /^[1-9]\d{0,2},\d{3}$/.test(value);
  const plain = unit.replace(/[µμ]/, "u");
  const number = Number(value.replace(",", isGrouped ? "" : "."));
  return { value: number, unit: plain, kind: /M$/.test(plain) ? "molar" : "mass" };
}

function inUnit(concentration: Concentration | null, unit: string): number | null {
  if (concentration === null) return null;
  const ratio = factorOf(concentration.unit) / factorOf(unit);
  return Number((concentration.value * ratio).toPrecision(12));
}

function factorOf(unit: string): number {
  const [, prefix = ""] = /^([pnum]?)(?:M$|g\/)/.exec(unit) ?? [];
  return (FACTORS[prefix] ?? 1) * (unit.endsWith("/ml") ? 1e3 : 1);
}
