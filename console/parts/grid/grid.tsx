import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { cellText } from "./cells.ts";
import { copyBlock } from "./copyBlock.ts";
import {
  blockOf,
  type Cell,
  cellAfter,
  columnWidths,
  isInside,
  numberColumnWidth,
  pinnedAt,
  revealColumn,
} from "./gridGeometry.ts";
import type { GridSource } from "./gridSource.ts";
import { GridWindow, ROW_HEIGHT_PX } from "./gridWindow.ts";
import { runsOf } from "./runs.ts";
import type { Sort } from "./sort.ts";
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

const SAMPLE_ROWS = 40;
/** Number of characters above which a cell is truncated. */
const MAX_SEEN = 80;
const NO_REFERENCES: ReadonlyMap<string, string> = new Map();
/** Letters-only value that is long enough to be a sequence; its letters are shown in a monospaced font. */
const LIKE_A_SEQUENCE = /^[A-Z*-]{20,}$/;

/**
 * Table for any number of rows that renders only the visible ones. It has one tab stop. Arrow keys, Page Up and Down, Home and
 * End, also with Ctrl, move the active cell; Shift extends the selection; Ctrl C copies it.
 */
export function Grid({
  label,
  rows,
  count,
  isSummarized = false,
  references = NO_REFERENCES,
  sort = null,
  onSort,
  pinned = 0,
  onOpen,
  opened = null,
}: GridProps) {
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const place = useRef(0);
  const [viewport, setViewport] = useState(400);
  const [first, setFirst] = useState(0);
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Cell>({ row: 0, column: 0 });
  const columns = rows.columns;
  const summaries = useSummaries(rows, isSummarized);
  const headHeight = summaries.length > 0 ? 2 * ROW_HEIGHT_PX : ROW_HEIGHT_PX;
  const view = new GridWindow(count, viewport - headHeight);
  const widths = columnWidths(rows, Math.min(count, SAMPLE_ROWS));
  const numberWidth = numberColumnWidth(count);

  useLayoutEffect(() => {
    const grid = element.current;
    if (!grid) return;
    const observer = new ResizeObserver(() => setViewport(grid.clientHeight));
    observer.observe(grid);
    return () => observer.disconnect();
  }, []);

  const moveTo = (next: number): void => {
    const clamped = view.clamp(next);
    setFirst(clamped);
    place.current = Math.round(view.scrollTopOf(clamped));
    if (element.current) element.current.scrollTop = place.current;
  };

  // Where one pixel of the scroll bar represents many rows, the wheel scrolls row by row.
  useEffect(() => {
    const grid = element.current;
    if (!grid || !view.isScaled) return;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      moveTo(first + event.deltaY / ROW_HEIGHT_PX);
    };
    grid.addEventListener("wheel", onWheel, { passive: false });
    return () => grid.removeEventListener("wheel", onWheel);
  });

  const onScroll = () => {
    const { scrollTop = 0 } = element.current ?? {};
    if (Math.abs(scrollTop - place.current) < 1) return;
    place.current = scrollTop;
    setFirst(view.rowAt(scrollTop));
  };

  const activate = (cell: Cell, extend: boolean): void => {
    setActive(cell);
    if (!extend) setAnchor(cell);
    const revealed = view.reveal(cell.row, first);
    if (revealed !== first) moveTo(revealed);
    if (cell.column >= pinned) {
      const fixed = widths.slice(0, pinned).reduce((sum, width) => sum + width, 0);
      revealColumn(element.current, cell.column, widths, numberWidth, fixed);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "c") {
      event.preventDefault();
      void copyBlock(rows, blockOf(active, anchor));
      return;
    }
    if (isCommand && event.key.toLowerCase() === "a") {
      event.preventDefault();
      setAnchor({ row: 0, column: 0 });
      setActive({ row: count - 1, column: columns.length - 1 });
      return;
    }
    if (event.key === "Enter" && onOpen) {
      event.preventDefault();
      onOpen(active.row);
      return;
    }
    const next = cellAfter(event.key, isCommand, active, {
      rows: count,
      columns: columns.length,
      page: Math.max(1, Math.floor(view.viewport / ROW_HEIGHT_PX) - 1),
    });
    if (!next) return;
    event.preventDefault();
    activate(next, event.shiftKey);
  };

  const { from, to } = view.drawn(first);
  const isDrawn = active.row >= from && active.row < to;
  const block = blockOf(active, anchor);
  const cellId = (row: number, column: number) => `${id}-${row}-${column}`;
  const pin = (column: number) => pinnedAt(column, pinned, widths, numberWidth);
  const template = `${numberWidth}px ${widths.map((width) => `${width}px`).join(" ")}`;
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
      aria-activedescendant={isDrawn ? cellId(active.row, active.column) : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: `${view.height + headHeight}px`, width: "max-content", minWidth: "100%" }}>
        <div class="grid-view" style={{ height: `${Math.min(viewport, view.height + headHeight)}px` }}>
          <div
            class="grid-row grid-head"
            role="row"
            aria-rowindex={1}
            style={{ gridTemplateColumns: template }}
          >
            <div class="grid-number" aria-hidden="true" />
            {columns.map(({ name, isNumber }, column) => (
              <div
                key={name}
                role="columnheader"
                aria-colindex={column + 1}
                aria-sort={
                  sort?.column === name ? (sort.isDescending ? "descending" : "ascending") : undefined
                }
                title={[name, summaries[column]?.words, onSort && "press to sort"].filter(Boolean).join("; ")}
                class={`${isNumber ? "number" : ""} ${onSort ? "sortable" : ""} ${column < pinned ? "pinned" : ""}`}
                style={pin(column)}
                onClick={() => onSort?.(name)}
              >
                {sort?.column === name && (sort.isDescending ? "↓ " : "↑ ")}
                {name}
              </div>
            ))}
          </div>
          {summaries.length > 0 && (
            <div
              class="grid-row grid-summary"
              role="presentation"
              aria-hidden="true"
              style={{ gridTemplateColumns: template }}
            >
              <div class="grid-number" />
              {columns.map(({ name }, column) => (
                <div
                  key={name}
                  class={column < pinned ? "pinned" : ""}
                  style={pin(column)}
                  title={summaries[column]?.words}
                >
                  {summaries[column]?.bins ? (
                    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
                      <path d={summaries[column].bars} />
                    </svg>
                  ) : (
                    summaries[column]?.label
                  )}
                </div>
              ))}
            </div>
          )}
          <div class="grid-rows" role="rowgroup">
            <div
              style={{ transform: `translateY(${-(first - from) * ROW_HEIGHT_PX}px)` }}
              role="presentation"
            >
              {Array.from({ length: to - from }, (_, index) => {
                const row = from + index;
                return (
                  <div
                    key={row % (to - from)}
                    class={row === opened ? "grid-row opened" : "grid-row"}
                    role="row"
                    aria-rowindex={row + 2}
                    style={{ gridTemplateColumns: template }}
                  >
                    <div
                      class={onOpen ? "grid-number opens" : "grid-number"}
                      aria-hidden="true"
                      title={onOpen && "Show the whole row (Enter)"}
                      onClick={() => onOpen?.(row)}
                    >
                      {row + 1}
                    </div>
                    {columns.map(({ name, isNumber, isDate }, column) => {
                      const text = cellText(rows.valueAt(row, column), isDate);
                      const isActive = active.row === row && active.column === column;
                      return (
                        <div
                          key={name}
                          id={cellId(row, column)}
                          role="gridcell"
                          aria-colindex={column + 1}
                          aria-selected={isInside(block, row, column)}
                          class={`${isNumber ? "number" : ""} ${isActive ? "active" : ""} ${text === null ? "missing" : ""} ${column < pinned ? "pinned" : ""}`}
                          style={pin(column)}
                          title={text ?? undefined}
                          onClick={(event) => activate({ row, column }, event.shiftKey)}
                        >
                          {cellContent(text, references.get(name))}
                        </div>
                      );
                    })}
                  </div>
                );
              })}
            </div>
          </div>
        </div>
      </div>
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
