import { FROM_ONE } from "@pdp/basics/proteins";
import { useEffect, useRef } from "preact/hooks";
import { cellText, exactText } from "../../parts/grid/cells.ts";
import type { GridSource } from "../../parts/grid/gridSource.ts";
import { Icon } from "../../parts/icon.tsx";
import { setQuery } from "../../router.ts";
import type { References } from "./readReferences.ts";
import { SequenceView } from "./sequenceView.tsx";

interface RowPanelProps {
  rows: GridSource;
  /** Number of rows received so far. */
  count: number;
  /** Row index. */
  row: number;
  /** References for sequences; undefined while they are being read. */
  references: References | undefined;
  /** Columns that contain sequences. */
  sequences: readonly string[];
}

/** Opens the panel for a row, which is part of the URL; null closes it. */
export function openRow(row: number | null): void {
  setQuery({ row: row === null ? null : String(row + 1) }, { replace: true });
}

/** Panel next to the grid that shows everything about one row. */
export function RowPanel({ rows, count, row, references, sequences }: RowPanelProps) {
  const values = valuesOfRow(rows, row);
  const close = () => {
    openRow(null);
    document.querySelector<HTMLElement>(".grid")?.focus();
  };
  return (
    <aside
      class="row-panel"
      aria-label={`Row ${row + 1}`}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <RowHeader row={row} count={count} onClose={close} />
      <dl>
        {values
          .filter(({ name, text }) => text === null || !sequences.includes(name))
          .map(({ name, text }) => (
            <div key={name}>
              <dt class="small muted">{name}</dt>
              <dd>{text ?? <span class="muted">missing</span>}</dd>
            </div>
          ))}
      </dl>
      {values.map(
        ({ name, text }) =>
          text !== null &&
          sequences.includes(name) && (
            <SequenceView
              key={name}
              name={name}
              sequence={text}
              reference={references?.sequences.get(name)}
              comparedWith={references?.words ?? ""}
              numbering={references?.numberings.get(name) ?? FROM_ONE}
            />
          ),
      )}
    </aside>
  );
}

/** Returns the exact values of a row as text; null for missing ones. */
function valuesOfRow(rows: GridSource, row: number): { name: string; text: string | null }[] {
  return rows.columns.map(({ name, isDate }, column) => {
    const value = rows.valueAt(row, column);
    const isMissing = value === null || value === undefined;
    return { name, text: isMissing ? null : isDate ? cellText(value, true) : exactText(value) };
  });
}

interface RowHeaderProps extends Pick<RowPanelProps, "row" | "count"> {
  onClose: () => void;
}

/** Number of the row, which receives focus when the panel opens, with buttons to other rows. */
function RowHeader({ row, count, onClose }: RowHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header class="row">
      <h2 tabIndex={-1} ref={heading}>
        Row {row + 1}
      </h2>
      <button
        type="button"
        class="icon-button small"
        aria-label="Previous row"
        disabled={row === 0}
        onClick={() => openRow(row - 1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        class="icon-button small"
        aria-label="Next row"
        disabled={row + 1 >= count}
        onClick={() => openRow(row + 1)}
      >
        <Icon name="down" />
      </button>
      <button type="button" class="icon-button small" aria-label="Close the row" onClick={onClose}>
        <Icon name="close" />
      </button>
    </header>
  );
}
