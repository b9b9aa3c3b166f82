import { cellText } from "./cells.ts";
import { type Block, type Cell, type GridLayout, isInside, pinnedStyle } from "./gridGeometry.ts";
import type { GridSource } from "./gridSource.ts";
import { runsOf } from "./runs.ts";

/** Number of characters above which a cell is truncated. */
const MAX_SEEN = 80;
/** Letters-only value that is long enough to be a sequence; its letters are shown in a monospaced font. */
const LIKE_A_SEQUENCE = /^[A-Z*-]{20,}$/;

interface GridRowProps {
  rows: GridSource;
  row: number;
  layout: GridLayout;
  references: ReadonlyMap<string, string>;
  selection: { active: Cell; block: Block; activate: (cell: Cell, extend: boolean) => void };
  /** True if the row is shown in full next to the grid. */
  isOpened: boolean;
  onOpen: ((row: number) => void) | undefined;
  /** Returns the ID of a cell. */
  cellId: (cell: Cell) => string;
}

/** Row of a grid with its number. */
export function GridRow(props: GridRowProps) {
  const { rows, row, layout, references, selection, isOpened, onOpen, cellId } = props;
  const { active, block, activate } = selection;
  return (
    <div
      class={isOpened ? "grid-row opened" : "grid-row"}
      role="row"
      aria-rowindex={row + 2}
      style={{ gridTemplateColumns: layout.template }}
    >
      <div
        class={onOpen ? "grid-number opens" : "grid-number"}
        aria-hidden="true"
        title={onOpen && "Show the whole row (Enter)"}
        onClick={() => onOpen?.(row)}
      >
        {row + 1}
      </div>
      {rows.columns.map(({ name, isNumber, isDate }, column) => {
        const text = cellText(rows.valueAt(row, column), isDate);
        const isActive = active.row === row && active.column === column;
        return (
          <div
            key={name}
            id={cellId({ row, column })}
            role="gridcell"
            aria-colindex={column + 1}
            aria-selected={isInside(block, row, column)}
            class={`${isNumber ? "number" : ""} ${isActive ? "active" : ""} ${text === null ? "missing" : ""} ${column < layout.pinned ? "pinned" : ""}`}
            style={pinnedStyle(layout, column)}
            title={text ?? undefined}
            onClick={(event) => activate({ row, column }, event.shiftKey)}
          >
            {cellContent(text, references.get(name))}
          </div>
        );
      })}
    </div>
  );
}

/** Returns the text of a cell; in sequences, residues that differ from the reference are highlighted. */
function cellContent(text: string | null, reference: string | undefined) {
  if (text === null) return "";
  if (reference === undefined || text.length !== reference.length) {
    return LIKE_A_SEQUENCE.test(text) ? <span class="mono">{text}</span> : text;
  }
  return (
    <span class="sequence">
      {runsOf(text.slice(0, MAX_SEEN), reference).map(({ at, run, isSame }) =>
        isSame ? run : <b key={at}>{run}</b>,
      )}
    </span>
  );
}
