import { type DesignChange, designChanges } from "../designChanges.ts";
import type { DesignPurpose } from "./selectBatch.ts";

/** Number of measured variants that contain each change to a template, by the key of the change. */
export type SeenCounts = ReadonlyMap<string, number>;

/** Counts the changes to the template in measured sequences. */
export function countSeen(template: Uint8Array, measured: readonly Uint8Array[]): SeenCounts {
  const counts = new Map<string, number>();
  for (const sequence of measured) {
    for (const { key } of designChanges(template, sequence)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/**
 * Describes the changes in a design relative to its template, with the number of measured variants that contain each change:
 * "combines G82Q and A61C, each seen 3 times". For designs selected to learn from, the description begins with "to learn: ".
 */
export function designReason(
  changes: readonly DesignChange[],
  seen: SeenCounts,
  purpose: DesignPurpose,
): string {
  const parts = changes.map(({ key, name }) => ({ name, times: seen.get(key) ?? 0 }));
  return `${purpose === "EXPLORE" ? "to learn: " : ""}${composition(parts)}`;
}

function composition(parts: readonly { name: string; times: number }[]): string {
  const [first] = parts;
  if (first === undefined) return "the template";
  if (parts.length === 1) return `${first.name}, ${timesText(first.times)}`;
  if (parts.every(({ times }) => times === first.times)) {
    return `combines ${joined(parts.map(({ name }) => name))}, ${first.times === 0 ? "none of them measured yet" : `each ${timesText(first.times)}`}`;
  }
  return `combines ${joined(parts.map(({ name, times }) => `${name} (${timesText(times)})`))}`;
}

function timesText(times: number): string {
  if (times === 0) return "not measured yet";
  return times === 1 ? "seen once" : `seen ${times} times`;
}

function joined(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
