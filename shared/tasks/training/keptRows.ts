import type { Measurements } from "#shared/tasks/measurements.ts";

/** Returns the measurements of the rows that satisfy `isKept`. */
export function keptRows(data: Measurements, isKept: (row: number) => boolean): Measurements {
  const holds = (_: unknown, row: number): boolean => isKept(row);
  return {
    ...data,
    sequences: data.sequences.filter(holds),
    values: data.values.map((column) => column.filter(holds)),
    batches: data.batches?.filter(holds) ?? null,
    ...(data.rounds && { rounds: { ...data.rounds, of: data.rounds.of.filter(holds) } }),
    ...(data.sides && { sides: data.sides.map((column) => column?.filter(holds) ?? null) }),
    ...(data.features && {
      features: data.features.map((feature) => ({
        ...feature,
        values: feature.values.filter((_, at) => isKept(Math.floor(at / (feature.size ?? 1)))),
      })),
    }),
  };
}
