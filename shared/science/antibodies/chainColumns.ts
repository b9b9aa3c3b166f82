import { type TextRows, TWO_CHAINS, textColumns } from "@pdp/basics/proteins";
import { chainKind } from "./chainKind.ts";

/** Columns that may contain the heavy and the light chains of antibodies. */
export interface FoundChains {
  vh: string[];
  vl: string[];
}

/**
 * Finds the columns with heavy and light chains: those named `vh` and `vl`, ignoring case; otherwise all columns whose sequences are
 * recognized as such, whatever their names.
 */
export function findChainColumns(rows: TextRows): FoundChains {
  const names = Object.keys(rows.columns);
  const [vh, vl] = TWO_CHAINS.map((chain) => names.find((name) => name.toLowerCase() === chain));
  if (vh !== undefined && vl !== undefined) return { vh: [vh], vl: [vl] };
  const kinds = Map.groupBy(
    textColumns(rows).filter(([name]) => name !== vh && name !== vl),
    ([, texts]) => chainKind(texts),
  );
  const recognized = (kind: "vh" | "vl"): string[] => (kinds.get(kind) ?? []).map(([name]) => name);
  return {
    vh: vh === undefined ? recognized("vh") : [vh],
    vl: vl === undefined ? recognized("vl") : [vl],
  };
}

/** Returns the columns of both chains; null unless there is exactly one of each. */
export function findBothChains(rows: TextRows): { vh: string; vl: string } | null {
  const { vh, vl } = findChainColumns(rows);
  const [heavy, light] = [vh[0], vl[0]];
  return vh.length === 1 && vl.length === 1 && heavy !== undefined && light !== undefined
    ? { vh: heavy, vl: light }
    : null;
}
