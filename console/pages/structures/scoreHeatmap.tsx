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
import {
  knownScores,
  SCORES,
  type Score,
  type ScoredSubstitution,
  scoredChains,
  scoredReference,
  scoreMap,
} from "./scoreMap.ts";

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
export function ScoreHeatmap({ rows, table, marked, onPoint }: ScoreHeatmapProps) {
  const workspace = useWorkspace();
  const known = useMemo(() => knownScores(rows), [rows]);
  const { searchParams } = address.value;
  const score = known.find((name) => name === searchParams.get("score")) ?? known[0];
  const chains = useMemo(() => scoredChains(rows), [rows]);
  const chain = chains.find(({ name }) => name === searchParams.get("chain")) ?? chains[0];
  const shown = useMemo(() => (score && chain ? scoreMap(chain.rows, score) : null), [chain, score]);
  if (!score || !chain || !shown) return null;
  const { start } = chain;
  const open = (position: number, residue: number) => {
    const { sequence } = scoredReference(rows);
    const at = start + position;
    navigate(variantPath(workspace, sequence.slice(0, at) + RESIDUES[residue] + sequence.slice(at + 1)));
  };
  const isMarked = marked != null && marked >= start && marked < start + shown.reference.length;
  return (
    <section class="stack" aria-labelledby="scores">
      <h2 id="scores">Scores of all single substitutions</h2>
      <div class="row">
        <label for="score">Show</label>
        <Select
          id="score"
          value={score}
          options={Object.fromEntries(known.map((name) => [name, SCORES[name]])) as Record<Score, string>}
          onChange={(next) => setQuery({ score: next }, { replace: true })}
        />
        {chains.length > 1 && (
          <Select
            id="chain"
            label="Chain"
            value={chain.name ?? "vh"}
            options={{ vh: "Heavy chain", vl: "Light chain" }}
            onChange={(next) => setQuery({ chain: next }, { replace: true })}
          />
        )}
        <a href={pathIn(workspace, "tables", table)}>As a table</a>
      </div>
      <p class="small muted">
        {EXPLANATIONS[score]}. No measurement is used; 0 is as likely as the reference. Click a cell to see
        everything known about the variant.
      </p>
      <Heatmap
        shown={shown}
        assay={SCORES[score]}
        isHigherBetter
        onOpen={open}
        marked={isMarked ? marked - start : null}
        {...(onPoint && { onPoint: (position: number) => onPoint(start + position) })}
      />
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
