import { useState } from "preact/hooks";
import { copyBlock } from "./copyBlock.ts";
import { blockOf, type Cell, cellAfter } from "./gridGeometry.ts";
import type { GridSource } from "./gridSource.ts";

interface SelectionOptions {
  rows: GridSource;
  count: number;
  /** Number of rows that Page Up and Page Down move by. */
  page: number;
  onOpen: ((row: number) => void) | undefined;
  /** Scrolls until a cell is visible. */
  reveal: (cell: Cell) => void;
}

/** Active cell of a grid and the selected block, which keys and clicks change. */
export function useGridSelection({ rows, count, page, onOpen, reveal }: SelectionOptions) {
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Cell>({ row: 0, column: 0 });
  const columns = rows.columns.length;
  const block = blockOf(active, anchor);

  const activate = (cell: Cell, extend: boolean): void => {
    setActive(cell);
    if (!extend) setAnchor(cell);
    reveal(cell);
  };

  /** Returns what a key does; null for keys that the grid does not handle. */
  const actionOf = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): (() => void) | null => {
    const isCommand = ctrlKey || metaKey;
    if (isCommand && key.toLowerCase() === "c") return () => void copyBlock(rows, block);
    if (isCommand && key.toLowerCase() === "a") {
      return () => {
        setAnchor({ row: 0, column: 0 });
        setActive({ row: count - 1, column: columns - 1 });
      };
    }
    if (key === "Enter" && onOpen) return () => onOpen(active.row);
    const next = cellAfter(key, isCommand, active, { rows: count, columns, page });
    return next && (() => activate(next, shiftKey));
  };

  return {
    active,
    block,
    activate,
    onKeyDown: (event: KeyboardEvent) => {
      const act = actionOf(event);
      if (!act) return;
      event.preventDefault();
      act();
    },
  };
}
