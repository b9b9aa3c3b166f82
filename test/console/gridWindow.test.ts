import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GridWindow, MAX_HEIGHT_PX, ROW_HEIGHT_PX } from "#console/parts/grid/gridWindow.ts";

const windows = fc
  .tuple(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: ROW_HEIGHT_PX, max: 2_000 }))
  .map(([rows, viewport]) => new GridWindow(rows, viewport));

describe("the window of a grid", () => {
  test("a row maps to a scroll position and back, whatever the number of rows", () => {
    fc.assert(
      fc.property(windows, fc.double({ min: 0, max: 1, noNaN: true }), (view, part) => {
        const first = part * view.lastFirst;
        const back = view.rowAt(view.scrollTopOf(first));
        if (view.height <= view.viewport) expect(back).toBe(0);
        else expect(Math.abs(back - first)).toBeLessThanOrEqual(view.isScaled ? 1e-3 * view.rows : 1e-6);
      }),
    );
  });

  test("the window never exceeds the browsers' maximum height, and its end shows the last row", () => {
    fc.assert(
      fc.property(windows, (view) => {
        expect(view.height).toBeLessThanOrEqual(MAX_HEIGHT_PX);
        const end = view.rowAt(view.height - view.viewport);
        expect(view.drawn(end).to).toBe(view.height > view.viewport ? view.rows : view.drawn(0).to);
      }),
    );
  });

  test("revealing a row makes it completely visible, without scrolling if it already is", () => {
    fc.assert(
      fc.property(windows, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (view, at, part) => {
        if (view.rows === 0) return;
        const row = at % view.rows;
        const first = view.reveal(row, part * view.lastFirst);
        expect(first).toBeLessThanOrEqual(row);
        expect(row + 1).toBeLessThanOrEqual(first + view.viewport / ROW_HEIGHT_PX + 1e-6);
        expect(view.reveal(row, first)).toBe(first);
      }),
    );
  });
});
