import type { MeasuredVariant } from "../table/heatmap/substitutions.ts";
import { isMostlySingle, siteMeans, substitutionsOf } from "../table/heatmap/substitutions.ts";
import type { StructurePicture } from "./readPicture.ts";
import { CONFIDENCE, type ResidueTrack, siteTrack } from "./residueTracks.ts";
import { knownScores, SCORES, scoredSites } from "./scoreMap.ts";

/** Values of the residues that are known without measurements, by name. */
export function computedTracks(
  { scores }: Pick<StructurePicture, "scores">,
  isPredicted: boolean,
): Record<string, ResidueTrack> {
  const rows = scores?.rows ?? [];
  return {
    ...(isPredicted && { confidence: CONFIDENCE }),
    ...Object.fromEntries(
      knownScores(rows).map((score) => [
        score,
        siteTrack({
          label: `mean ${SCORES[score]}`,
          sites: scoredSites(rows, score),
          low: "tolerates little",
          high: "tolerates much",
        }),
      ]),
    ),
  };
}

/** Mean effect of the measured variants with a substitution at each position. */
export function measuredTrack(
  assay: string,
  variants: readonly MeasuredVariant[],
  reference: string,
): ResidueTrack {
  const counted = isMostlySingle(variants) ? "single" : "all";
  const { cells, center, referenceValue } = substitutionsOf(variants, counted, null, undefined, reference);
  return siteTrack({
    label: `mean measured ${assay}`,
    sites: siteMeans(cells, reference.length),
    ...(referenceValue !== null && { center: { value: center, words: "the reference" } }),
    low: "lower",
    high: "higher",
  });
}
