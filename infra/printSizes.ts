import { operations } from "#functions/operations.ts";
import type { Operation } from "#shared/api/operation.ts";
import { type Bundle, LARGEST_JSON_OPERATION } from "./bundle.ts";

/** Says how large the functions have become, the largest first, and whether that is within the budget. */
export function printSizes(bundles: Record<string, Bundle>): void {
  const bySize = Object.entries(bundles).sort(([, a], [, b]) => b.size - a.size);
  const shown = bySize.slice(0, 5).map(([name, { size }]) => `${name} ${kilobytes(size)}`);
  console.error(`${bySize.length} functions; the largest: ${shown.join(", ")}`);
  const [name, { size }] = bySize.find(([name]) => isJsonOperation(name)) ?? ["none", { size: 0 }];
  console.error(
    `The largest operation with JSON alone: ${name} ${kilobytes(size)} of ${kilobytes(LARGEST_JSON_OPERATION)}`,
  );
}

/** Whether the budget holds for it: an operation that answers with JSON and brings no SQL engine. */
export function isJsonOperation(name: string): boolean {
  const operation = (operations as Record<string, Operation>)[name];
  if (!operation) return false;
  const { transport = "json", needs } = operation.contract;
  return transport === "json" && !needs.includes("sql");
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`;
}
