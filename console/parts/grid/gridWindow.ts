/** Row height, in pixels. */
export const ROW_HEIGHT_PX = 28;
/** Maximum scrollable height: browsers truncate elements that are taller than 8 to 33 million pixels. */
export const MAX_HEIGHT_PX = 8_000_000;

/**
 * Maps positions in a scrolled element to rows. Up to `MAX_HEIGHT_PX`, pixels map one to one. Beyond that, the scroll height
 * represents all rows proportionally, and code that moves by rows sets the position itself.
 */
export class GridWindow {
  readonly rows: number;
  /** Height of the visible rows, in pixels. */
  readonly viewport: number;
  /** Height of the scrolled element, in pixels. */
  readonly height: number;

  constructor(rows: number, viewport: number) {
    this.rows = rows;
    this.viewport = viewport;
    this.height = Math.min(rows * ROW_HEIGHT_PX, MAX_HEIGHT_PX);
  }

  /** True if one pixel of the scrolled element represents more than one row. */
  get isScaled(): boolean {
    return this.rows * ROW_HEIGHT_PX > MAX_HEIGHT_PX;
  }

  /** Largest value of the first row that keeps the last row fully visible. Rows are zero-based and may be fractional. */
  get lastFirst(): number {
    return Math.max(0, this.rows - this.viewport / ROW_HEIGHT_PX);
  }

  /** Returns the first row at a scroll position. */
  rowAt(scrollTop: number): number {
    const range = this.height - this.viewport;
    if (range <= 0) return 0;
    const first = this.isScaled ? (scrollTop / range) * this.lastFirst : scrollTop / ROW_HEIGHT_PX;
    return this.clamp(first);
  }

  /** Returns the scroll position that makes a given row the first one. */
  scrollTopOf(first: number): number {
    const range = this.height - this.viewport;
    if (range <= 0) return 0;
    return this.isScaled ? (first / this.lastFirst) * range : first * ROW_HEIGHT_PX;
  }

  clamp(first: number): number {
    return Math.min(Math.max(first, 0), this.lastFirst);
  }

  /** Returns the rows to draw, including partly visible ones. */
  drawn(first: number): { from: number; to: number } {
    const from = Math.max(0, Math.floor(first));
    return { from, to: Math.min(this.rows, Math.ceil(first + this.viewport / ROW_HEIGHT_PX) + 1) };
  }

  /** Returns the first row nearest to `first` that keeps `row` fully visible. */
  reveal(row: number, first: number): number {
    const seen = Math.floor(this.viewport / ROW_HEIGHT_PX);
    if (row < first) return this.clamp(row);
    return row + 1 > first + seen ? this.clamp(row + 1 - seen) : first;
  }
}
