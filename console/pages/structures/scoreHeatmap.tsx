import { useMemo } from "preact/hooks";
import { pathIn, useWorkspace } from "../../lab.ts";
import { Select } from "../../parts/form.tsx";
import { Reading } from "../../parts/reading.tsx";
import { variantPath } from "../../plots/variantPath.ts";
import { useResource } from "../../resource.ts";
import { address, navigate, setQuery } from "../../router.ts";
import { Heatmap } from "../table/heatmap/heatmap.tsx";
import { RESIDUES } from "../table/heatmap/substitutions.ts";
import { readSubstitutions } from "./readSubstitutions.ts";
import { knownScores, SCORES, type Score, type ScoredSubstitution, scoreMap } from "./scoreMap.ts";

const EXPLANATIONS: Record<Score, string> = {
  structure_score: "Change in log probability when the network sees the structure",
  homolog_score: "Change in log density under related proteins",
  plausibility: "What the models of this training use: the structure and related proteins together",
};

interface ScoreHeatmapProps {
  rows: readonly ScoredSubstitution[];
  /** Table with the rows. */
  table: string;
  marked?: number | null;
  onPoint?: (position: number) => void;
}

/** Heatmap of the scores of all single substitutions, which use no measurement. */
export function ScoreHeatmap({ rows, table, ...marking }: ScoreHeatmapProps) {
  const workspace = useWorkspace();
  const known = useMemo(() => knownScores(rows), [rows]);
  const asked = address.value.searchParams.get("score");
  const score = known.find((one) => one === asked) ?? known[0];
  const shown = useMemo(() => (score ? scoreMap(rows, score) : null), [rows, score]);
  if (!score || !shown) return null;
  const open = (position: number, residue: number) => {
    const { reference } = shown;
    const sequence = reference.slice(0, position) + RESIDUES[residue] + reference.slice(position + 1);
    navigate(variantPath(workspace, sequence));
  };
  return (
    <section class="stack" aria-labelledby="scores">
      <h2 id="scores">Scores of all single substitutions</h2>
      <div class="row">
        <label for="score">Show</label>
        <Select
          id="score"
          value={score}
          options={Object.fromEntries(known.map((one) => [one, SCORES[one]])) as Record<Score, string>}
          onChange={(next) => setQuery({ score: next }, { replace: true })}
        />
        <a href={pathIn(workspace, "tables", table)}>As a table</a>
      </div>
      <p class="small muted">
        {EXPLANATIONS[score]}. No measurement is used; 0 is as likely as the reference. Click a cell to see
        everything known about the variant.
      </p>
      <Heatmap shown={shown} assay={SCORES[score]} isHigherBetter onOpen={open} {...marking} />
    </section>
  );
}

/** Heatmap of the scores in a table. */
export function TableScores({ table }: { table: string }) {
  const workspace = useWorkspace();
  const read = useResource(`substitutions ${table}`, () => readSubstitutions(workspace, table));
  return (
    <Reading of={read} label="Reading the scores">
      {(rows) => <ScoreHeatmap rows={rows} table={table} />}
    </Reading>
  );
}
