import type { Column } from "@pdp/basics/columns";

/** Returns `count` columns with descriptions of the given length. */
export function manyColumns(count: number, descriptionLength = 0, prefix = "c"): Column[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${prefix}${index}`,
    type: "FLOAT64",
    nullable: true,
    metadata: { description: "d".repeat(descriptionLength) || null, deprecated: false },
  }));
}
