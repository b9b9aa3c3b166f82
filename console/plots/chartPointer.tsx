import { useMemo, useRef, useState } from "preact/hooks";
import { navigate } from "../router.ts";
import type { Selection } from "./chart.ts";
import type { Drawn } from "./draw/drawChart.ts";
import { type Mark, markWords } from "./marksOf.ts";
import { nearestTarget, type Target, targetOrder } from "./nearestTarget.ts";

/** Maximum distance from the pointer to a mark, and minimum movement for a selection, in pixels. */
const REACH_PX = 24;
const DRAG_PX = 5;

interface ChartPointerProps {
  title: string;
  drawn: Drawn;
  marks: readonly Mark[];
  onSelect?: (selection: Selection) => void;
}

/** Layer over a chart that handles pointer and keyboard input. */
export function ChartPointer(props: ChartPointerProps) {
  const { title, onSelect } = props;
  const { layer, mark, target, selection, handlers } = usePointer(props);
  return (
    <>
      <div
        ref={layer}
        class={`chart-layer ${mark?.href ? "opens" : ""}`}
        role="application"
        aria-label={`${title}; arrow keys move from mark to mark`}
        title="Point at a mark to read it."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move in it
        tabIndex={0}
        {...handlers}
      >
        {target && <span class="chart-active" style={{ left: `${target.x}px`, top: `${target.y}px` }} />}
        {selection && <span class="chart-selection" style={rectangle(selection.from, selection.to)} />}
      </div>
      <output class="chart-words">
        {mark ? markWords(mark) + (mark.href ? " (click opens it)" : "") : hintOf(onSelect !== undefined)}
      </output>
    </>
  );
}

/** Finds the mark that is pointed at, and the rectangle that is dragged. */
function usePointer({ drawn, marks, onSelect }: ChartPointerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const [drag, setDrag] = useState<{ from: Target; to: Target } | null>(null);
  const targets = useMemo(() => marks.map(({ x, y }) => drawn.locate(x, y)), [marks, drawn]);
  const order = useMemo(() => targetOrder(targets), [targets]);
  const { frame } = drawn;
  const mark = active === null ? undefined : marks[active];
  const selection = drag !== null && distance(drag.from, drag.to) > DRAG_PX ? drag : null;
  const pixelOf = ({ clientX, clientY }: PointerEvent): Target => {
    const box = layer.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };
  const open = (opened: Mark | undefined) => {
    if (opened?.href) navigate(opened.href);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const pixel = pixelOf(event);
      setDrag({ from: pixel, to: pixel });
      if (onSelect && event.pointerType !== "touch") layer.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const pixel = pixelOf(event);
      if (drag && onSelect && event.pointerType !== "touch") setDrag({ ...drag, to: clamp(pixel, frame) });
      setActive(nearestTarget(targets, pixel, REACH_PX));
    },
    onPointerUp: (event: PointerEvent) => {
      if (drag === null) return;
      setDrag(null);
      if (!selection) return open(marks[nearestTarget(targets, pixelOf(event), REACH_PX) ?? -1]);
      onSelect?.(selectionOf(drawn, clamp(drag.from, frame), clamp(drag.to, frame)));
    },
    onPointerCancel: () => setDrag(null),
    onPointerLeave: () => setActive(null),
    onBlur: () => setActive(null),
    onKeyDown: (event: KeyboardEvent) => {
      const index = active === null ? -1 : order.indexOf(active);
      const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: order.length - 1 }[event.key];
      if (event.key === "Enter") open(mark);
      if (event.key === "Escape") setActive(null);
      if (next === undefined) return;
      event.preventDefault();
      setActive(order[Math.max(0, Math.min(order.length - 1, next))] ?? null);
    },
  };
  return { layer, mark, target: active === null ? null : targets[active], selection, handlers };
}

function hintOf(isSelectable: boolean): string {
  return isSelectable ? "Drag to select rows." : "";
}

function distance(a: Target, b: Target): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function clamp({ x, y }: Target, { left, right, top, bottom }: Drawn["frame"]): Target {
  return { x: Math.min(Math.max(x, left), right), y: Math.min(Math.max(y, top), bottom) };
}

function rectangle(from: Target, to: Target): Record<string, string> {
  return {
    left: `${Math.min(from.x, to.x)}px`,
    top: `${Math.min(from.y, to.y)}px`,
    width: `${Math.abs(from.x - to.x)}px`,
    height: `${Math.abs(from.y - to.y)}px`,
  };
}

function selectionOf(drawn: Drawn, from: Target, to: Target): Selection {
  const [first, second] = [drawn.valueAt(from.x, from.y), drawn.valueAt(to.x, to.y)];
  return { x: rangeOf(first.x, second.x), y: rangeOf(first.y, second.y) };
}

function rangeOf(from: number | null, to: number | null): readonly [number, number] | null {
  return from === null || to === null ? null : [Math.min(from, to), Math.max(from, to)];
}
