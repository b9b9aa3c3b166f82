import { useMemo } from "preact/hooks";
import { referenceNumbering } from "#client/referenceNumbering.ts";
import type { Table } from "#client/resources.ts";
import { useWorkspace } from "../../../lab.ts";
import { openProjects } from "../../../parts/openProjects.ts";
import { latestOf, useResource } from "../../../resource.ts";
import { type Chain, variantsOfChain } from "./chainVariants.ts";
import { findContradictions } from "./contradictions.ts";
import type { HeatmapChoices } from "./heatmapChoices.ts";
import { type HeatmapColumns, variantsQuery } from "./heatmapQueries.ts";
import {
  type Counted,
  isMostlySingle,
  type MeasuredVariant,
  measuredPositions,
  substitutionsOf,
} from "./substitutions.ts";

/** Reads the variants of a table, and finds their substitutions. */
export function useTableHeatmap(
  table: Table,
  asOf: string | null,
  columns: HeatmapColumns,
  choices: HeatmapChoices,
) {
  const workspace = useWorkspace();
  const { chain, white } = choices;
  const sql = variantsQuery(table.reference, columns, choices.assay);
  const read = useResource(`heatmap ${workspace.name} ${sql} ${asOf} ${table.version_id}`, async () =>
    (await workspace.query<MeasuredVariant>(sql, asOf === null ? {} : { asOf })).rows(),
  );
  const rows = latestOf(read);
  const counted = useMemo(() => choices.counted ?? usualCounted(rows, chain), [rows, chain, choices.counted]);
  const variants = useMemo(
    () => (rows && chain ? variantsOfChain(rows, chain, counted) : rows),
    [rows, chain, counted],
  );
  const projects = latestOf(useResource(`references ${workspace.name}`, () => openProjects(workspace)));
  const whole = useMemo(
    () =>
      variants &&
      substitutionsOf(variants, counted, white, (reference) => {
        const references = projects?.flatMap((project) => project.references ?? []);
        return referenceNumbering(reference, null, references);
      }),
    [variants, counted, white, projects],
  );
  const contradictions = useMemo(
    () => (whole && variants ? findContradictions(variants, whole.reference, whole.numbers) : []),
    [variants, whole],
  );
  const positions = whole?.sites.length ?? 0;
  const unmeasured = whole?.sites.filter((site) => site === null).length ?? 0;
  // A library with only a few positions fits on the screen.
  const isMeasuredOnly = choices.isMeasuredOnly ?? unmeasured * 2 > positions;
  const shown = useMemo(
    () => (whole && isMeasuredOnly ? measuredPositions(whole) : whole),
    [whole, isMeasuredOnly],
  );
  return {
    read,
    rows,
    variants,
    counted,
    whole,
    shown,
    contradictions,
    positions,
    unmeasured,
    isMeasuredOnly,
  };
}

export type TableHeatmapData = ReturnType<typeof useTableHeatmap>;

/** Returns `single` if most substitutions were measured alone; `all` while the rows are being read. */
function usualCounted(rows: readonly MeasuredVariant[] | undefined, chain: Chain | null): Counted {
  const variants = rows && chain ? variantsOfChain(rows, chain, "all") : rows;
  return variants && isMostlySingle(variants) ? "single" : "all";
}
