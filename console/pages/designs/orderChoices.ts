import { type Numbering, numberingFrom } from "@pdp/basics/proteins";
import type { PickBy } from "#client/orderList/pickDesigns.ts";

export const PICK_BY: Record<PickBy, string> = {
  rank: "best ranks",
  probability: "most likely to meet the limits",
  diversity: "most diverse",
};
export const FILL = { columns: "columns (A01, B01, …)", rows: "rows (A01, A02, …)" };
export const CONTROLS = {
  both: "the reference and the best measured",
  reference: "the reference",
  best: "the best measured",
  none: "none",
};
export const SIZES = { "96": "96 wells", "384": "384 wells" };

/** Choices of an order: the designs, their names, and their positions on plates. */
export interface OrderChoices {
  count: number;
  by: PickBy;
  size: keyof typeof SIZES;
  fill: keyof typeof FILL;
  freeEdge: boolean;
  controls: keyof typeof CONTROLS;
  /** Number of wells per control on each plate. */
  controlWells: number;
  prefix: string;
  /** Number of the reference's first residue in the mutations. */
  firstNumber: number;
}

function usualChoices(designs: number, firstNumber: number): OrderChoices {
  const names = { prefix: "D", firstNumber };
  return {
    count: designs,
    by: "rank",
    size: "96",
    fill: "columns",
    freeEdge: false,
    controls: "both",
    controlWells: 2,
    ...names,
  };
}

/** Reads the choices in a URL; choices that are not in the URL have their default values. */
export function readChoices(stated: URLSearchParams, designs: number, firstNumber: number): OrderChoices {
  const usual = usualChoices(designs, firstNumber);
  const number = (name: keyof OrderChoices, minimum: number, maximum: number): number => {
    const value = Number(stated.get(name) ?? Number.NaN);
    return Number.isInteger(value) && value >= minimum && value <= maximum ? value : Number(usual[name]);
  };
  const oneOf = <T extends string>(name: keyof OrderChoices, options: Record<T, string>): T => {
    const value = stated.get(name);
    return value !== null && Object.hasOwn(options, value) ? (value as T) : (usual[name] as T);
  };
  return {
    count: number("count", 0, designs),
    by: oneOf("by", PICK_BY),
    size: oneOf("size", SIZES),
    fill: oneOf("fill", FILL),
    freeEdge: stated.get("freeEdge") === "true",
    controls: oneOf("controls", CONTROLS),
    controlWells: number("controlWells", 1, 96),
    prefix: stated.get("prefix") ?? usual.prefix,
    firstNumber: number("firstNumber", -10_000, 100_000),
  };
}

/** Writes choices as URL parameters; null for defaults. */
export function writeChoices(
  choices: OrderChoices,
  designs: number,
  firstNumber: number,
): Record<string, string | null> {
  const usual = usualChoices(designs, firstNumber);
  return Object.fromEntries(
    (Object.keys(usual) as (keyof OrderChoices)[]).map((name) => {
      const value = Number.isNaN(choices[name]) ? 0 : choices[name];
      return [name, value === usual[name] ? null : String(value)];
    }),
  );
}

/**
 * Returns the residue numbers in an order: the known numbers, possibly with gaps, or consecutive numbers from a different
 * first number.
 */
export function orderNumbering(
  { firstNumber }: Pick<OrderChoices, "firstNumber">,
  usual: Numbering,
): Numbering {
  return firstNumber === usual.positionAt(0) ? usual : numberingFrom(firstNumber);
}

const keyOf = (workspace: string, task: string) => `order ${workspace} ${task}`;

/** Stores choices in this browser in the form returned by `writeChoices`: names and wells of an order must not change later. */
export function keepChoices(workspace: string, task: string, written: Record<string, string | null>): void {
  const stated = Object.entries(written).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  try {
    localStorage.setItem(keyOf(workspace, task), JSON.stringify(Object.fromEntries(stated)));
  } catch {
    // If browser storage is full or disabled, the choices are still in the URL.
  }
}

/** Returns the URL parameters for the choices stored in this browser; empty if there are none. */
export function keptChoices(workspace: string, task: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(workspace, task)) ?? "{}");
    const entries = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
  } catch {
    return {};
  }
}

/** Returns a name for a file about designs that identifies their task: `designs-round-2-order.csv`. */
export function fileName(title: string, what: string, extension: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return `${words || "designs"}-${what}.${extension}`;
}
