import { useEffect, useState } from "preact/hooks";
import { saveFile } from "../../../parts/saveFile.ts";
import { type CellPosition, cellAfterKey } from "./cellPosition.ts";
import { HEIGHT } from "./drawHeatmap.ts";
import { heatmapCsv } from "./heatmapCsv.ts";
import { cellWords } from "./heatmapWords.ts";
import { legendBar } from "./legend.ts";
import { type Legend, legendOf } from "./legendWords.ts";
import { savePicture } from "./savePicture.ts";
import type { Substitutions } from "./substitutions.ts";
import { useHeatmapCanvas } from "./useHeatmapCanvas.ts";

interface HeatmapProps {
  shown: Substitutions;
  assay: string;
  isHigherBetter: boolean;
  /** Called with the index of a position and of a residue when a cell is pressed. */
  onOpen?: (position: number, residue: number) => void;
  /** Index of the position that is marked elsewhere on the page; null for none. */
  marked?: number | null;
  /** Called with the index of a position when the pointer or the arrow keys move to one of its cells. */
  onPoint?: (position: number) => void;
}

/** Substitution heatmap: one column per position, one row per residue, with a legend and its files. */
export function Heatmap(props: HeatmapProps) {
  const { shown, assay, isHigherBetter } = props;
  return (
    <section class="card" aria-labelledby="heatmap-title">
      <header>
        <h2 id="heatmap-title">{assay}, by position and residue</h2>
        <div class="row">
          <button type="button" class="small" onClick={() => void savePicture(shown, isHigherBetter, assay)}>
            PNG
          </button>
          <button
            type="button"
            class="small"
            onClick={() => saveFile(`${assay}-by-position.csv`, "text/csv", heatmapCsv(shown))}
          >
            CSV
          </button>
        </div>
      </header>
      <div class="body">
        <HeatmapLegend legend={legendOf(shown, isHigherBetter)} />
        <Cells {...props} />
      </div>
    </section>
  );
}

function HeatmapLegend({ legend }: { legend: Legend }) {
  return (
    <div class="row heat-legend">
      <span class="small">{legend.worst}</span>
      <span class="heat-scale" aria-hidden="true" style={{ background: legendBar(legend) }} />
      <span class="small">
        {legend.best}; white: {legend.middle}
      </span>
      {legend.marks.map((mark) => (
        <span key={mark} class="small muted">
          {mark}
        </span>
      ))}
    </div>
  );
}

/** The cells. Arrow keys move the focus, and the cell is described in words. Only the visible part is drawn. */
function Cells({ shown, assay, isHigherBetter, onOpen, marked = null, onPoint }: HeatmapProps) {
  const [chosen, setChosen] = useState<CellPosition>({ position: 0, residue: 0 });
  const [hasFocus, setFocus] = useState(false);
  const positions = shown.reference.length;
  // The selected position may no longer be shown.
  const active = { ...chosen, position: Math.min(chosen.position, positions - 1) };
  const { scroller, canvas, draw, width, reveal, cellAt } = useHeatmapCanvas(shown, {
    isHigherBetter,
    active,
    marked,
  });
  useEffect(() => {
    if (marked === null || marked === chosen.position) return;
    setChosen({ ...chosen, position: marked });
    reveal(marked);
  }, [marked]);
  const point = (cell: CellPosition | null) => {
    if (!cell) return;
    setChosen(cell);
    onPoint?.(cell.position);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") onOpen?.(active.position, active.residue);
    const cell = cellAfterKey(event.key, active, positions);
    if (!cell) return;
    event.preventDefault();
    point(cell);
    reveal(cell.position);
  };
  return (
    <>
      <output class="mono" aria-live={hasFocus ? "polite" : "off"}>
        {cellWords(shown, active, assay)}
      </output>
      <div
        ref={scroller}
        class="heatmap"
        role="application"
        aria-label={`${assay} by position and residue; arrow keys move`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move in it
        tabIndex={0}
        onScroll={draw}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => point(cellAt(event))}
        onClick={(event) => {
          const cell = cellAt(event);
          point(cell);
          if (cell) onOpen?.(cell.position, cell.residue);
        }}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      >
        <div style={{ width: `${width}px`, height: `${HEIGHT}px` }}>
          <canvas ref={canvas} height={HEIGHT} />
        </div>
      </div>
    </>
  );
}
