import { operations } from "#functions/operations.ts";
import { type Bundle, MAX_OPERATION_BYTES } from "./bundle.ts";

/** Prints the sizes of the functions, the largest first. Throws an error that names an operation above its limit. */
export function printSizes(bundles: Record<string, Bundle>): void {
  const bySize = Object.entries(bundles).sort(([, a], [, b]) => b.size - a.size);
  const shown = bySize.slice(0, 5).map(([name, { size }]) => `${name} ${kilobytes(size)}`);
  console.error(`${bySize.length} functions; the largest: ${shown.join(", ")}`);
  const [name, { size }] = bySize.find(([name]) => name in operations) ?? ["none", { size: 0 }];
  console.error(`The largest operation: ${name} ${kilobytes(size)} of ${kilobytes(MAX_OPERATION_BYTES)}`);
  if (size > MAX_OPERATION_BYTES) {
    throw new Error(
      `The script of ${name} is too large. Check which packages it imports (build/bundle.ts, parts)`,
    );
  }
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`;
}
