import { DomainError } from "@pdp/basics/errors";
import { findRegion, type StatedRegion } from "@pdp/science/antibodies";
import type { Job } from "#shared/runtime/scope.ts";

interface RegionsInput {
  /** Sequence of the template, both chains joined. */
  template: string;
  regions: readonly StatedRegion[];
}

/** For each region, its positions in the joined sequence, or why there are none. */
type RegionsOutcome = ({ positions: number[] } | { problem: string })[];

/** Finds the residues of regions in a template. */
export const findRegions: Job<RegionsInput, RegionsOutcome> = {
  name: "findRegions",
  kind: "check",
  run: async (_, { template, regions }) =>
    regions.map((region) => {
      const positions = findRegion(template, region);
      return typeof positions === "string" ? { problem: positions } : { positions: positions };
    }),
  stopped: () =>
    new DomainError(
      "malformed",
      "query_too_complex",
      "Numbering this template requires too much time or memory. State ranges instead of regions.",
    ),
};
