import { useId } from "preact/hooks";
import { type Cell, layoutOf, revealColumn } from "./gridGeometry.ts";
import { GridHead, GridSummaries } from "./gridHead.tsx";
import { GridRow } from "./gridRow.tsx";
import type { GridSource } from "./gridSource.ts";
import { ROW_HEIGHT_PX } from "./gridWindow.ts";
import type { Sort } from "./sort.ts";
import { useGridScroll } from "./useGridScroll.ts";
import { useGridSelection } from "./useGridSelection.ts";
import { useSummaries } from "./useSummaries.ts";

interface GridProps {
  label: string;
  rows: GridSource;
  /** Number of rows received so far. */
  count: number;
  /** True if all rows have arrived and column summaries are shown below the column names; defaults to false. */
  isSummarized?: boolean;
  /** Sequences by column: in a cell of the same length, differing residues are highlighted. */
  references?: ReadonlyMap<string, string>;
  /** Column by which the rows are sorted, if any. */
  sort?: Sort | null;
  /** Called with the column when its header is clicked; without it, headers are not buttons. */
  onSort?: (column: string) => void;
  /** Number of leading columns that stay in place when the others are scrolled; defaults to none. */
  pinned?: number;
  /** Called with a row to show in full when its number is clicked or Enter is pressed on one of its cells. */
  onOpen?: (row: number) => void;
  /** Row shown in full. */
  opened?: number | null;
}

const NO_REFERENCES: ReadonlyMap<string, string> = new Map();

/**
 * Table for any number of rows that renders only the visible ones. It has one tab stop. Arrow keys, Page Up and Down, Home and
 * End, also with Ctrl, move the active cell; Shift extends the selection; Ctrl C copies it.
 */
export function Grid(props: GridProps) {
  const { label, rows, count, isSummarized = false, pinned = 0, sort = null, onSort, onOpen } = props;
  const id = useId();
  const cellId = ({ row, column }: Cell) => `${id}-${row}-${column}`;
  const { columns } = rows;
  const layout = layoutOf(rows, count, pinned);
  const summaries = useSummaries(rows, isSummarized);
  const headHeight = summaries.length > 0 ? 2 * ROW_HEIGHT_PX : ROW_HEIGHT_PX;
  const { element, viewport, view, first, onScroll, revealRow } = useGridScroll(count, headHeight);
  const selection = useGridSelection({
    ...{ rows, count, onOpen },
    page: Math.max(1, Math.floor(view.viewport / ROW_HEIGHT_PX) - 1),
    reveal: ({ row, column }) => {
      revealRow(row);
      revealColumn(element.current, column, layout);
    },
  });
  const { active } = selection;
  const { from, to } = view.drawn(first);
  return (
    <div
      ref={element}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      aria-activedescendant={active.row >= from && active.row < to ? cellId(active) : undefined}
      onScroll={onScroll}
      onKeyDown={selection.onKeyDown}
    >
      <div style={{ height: `${view.height + headHeight}px`, width: "max-content", minWidth: "100%" }}>
        <div class="grid-view" style={{ height: `${Math.min(viewport, view.height + headHeight)}px` }}>
          <GridHead {...{ columns, layout, summaries, sort, onSort }} />
          <GridSummaries columns={columns} layout={layout} summaries={summaries} />
          <div class="grid-rows" role="rowgroup">
            <div
              style={{ transform: `translateY(${-(first - from) * ROW_HEIGHT_PX}px)` }}
              role="presentation"
            >
              {Array.from({ length: to - from }, (_, index) => (
                <GridRow
                  key={(from + index) % (to - from)}
                  row={from + index}
                  references={props.references ?? NO_REFERENCES}
                  isOpened={from + index === props.opened}
                  {...{ rows, layout, selection, onOpen, cellId }}
                />
              ))}
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
