import { JsonNumber, jsonType } from "./jsonType.ts";
import type { Sample } from "./sample.ts";
import { MAX_SAMPLE_CELLS } from "./sample.ts";

/** Reads lines of JSON objects, up to a maximum number of cells. Invalid lines are reported when the proposal is checked. */
export function sampleJson(
  lines: Buffer,
): Pick<Sample, "header" | "cells" | "rows" | "types"> & { isAll: boolean } {
  const columns = new Map<string, { cells: (string | null)[]; values: unknown[] }>();
  let rows = 0;
  let isAll = true;
  for (const line of lines
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .split("\n")) {
    const object = line.trim() === "" ? null : parseObject(line);
    if (object === null) continue;
    const entries = Object.entries(object);
    const added = entries.filter(([key]) => !columns.has(key)).length;
    // Every new column gets a cell for each earlier row.
    if (rows > 0 && (rows + 1) * (columns.size + added) > MAX_SAMPLE_CELLS) {
      isAll = false;
      break;
    }
    for (const [key, value] of entries) {
      const column = columns.get(key) ?? { cells: Array.from({ length: rows }, () => null), values: [] };
      columns.set(key, column);
      column.cells.push(textOf(value));
      if (value !== null) column.values.push(value);
    }
    rows++;
    for (const { cells } of columns.values()) if (cells.length < rows) cells.push(null);
  }
  const all = [...columns.values()];
  return {
    header: [...columns.keys()],
    cells: all.map(({ cells }) => cells),
    types: all.map(({ values }) => jsonType(values)),
    rows,
    isAll,
  };
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line, (_, inner: unknown, context?: { source?: string }) =>
      typeof inner === "number" ? new JsonNumber(context?.source ?? String(inner)) : inner,
    );
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject && !(value instanceof JsonNumber) ? (value as Record<string, unknown>) : null;
  } catch {
    // The line is not JSON, or is nested too deeply; this is reported when the proposal is checked.
    return null;
  }
}

function textOf(value: unknown): string | null {
  if (value === null || typeof value === "string") return value;
  if (value instanceof JsonNumber) return value.text;
  try {
    return JSON.stringify(value, (_, inner: unknown) =>
      inner instanceof JsonNumber ? Number(inner.text) : inner,
    );
  } catch {
    return "…"; // nested too deeply
  }
}
