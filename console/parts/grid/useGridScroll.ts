import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { GridWindow, ROW_HEIGHT_PX } from "./gridWindow.ts";

/** Scrolls the rows of a grid below its head. */
export function useGridScroll(count: number, headHeight: number) {
  const element = useRef<HTMLDivElement>(null);
  const scrollTop = useRef(0);
  const [viewport, setViewport] = useState(400);
  const [first, setFirst] = useState(0);
  const view = new GridWindow(count, viewport - headHeight);

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
    scrollTop.current = Math.round(view.scrollTopOf(clamped));
    if (element.current) element.current.scrollTop = scrollTop.current;
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

  return {
    element,
    /** Height of the grid with its head, in pixels. */
    viewport,
    view,
    /** First visible row; may be fractional. */
    first,
    onScroll: () => {
      const { scrollTop: next = 0 } = element.current ?? {};
      if (Math.abs(next - scrollTop.current) < 1) return;
      scrollTop.current = next;
      setFirst(view.rowAt(next));
    },
    /** Scrolls until a row is fully visible. */
    revealRow: (row: number) => {
      const revealed = view.reveal(row, first);
      if (revealed !== first) moveTo(revealed);
    },
  };
}
