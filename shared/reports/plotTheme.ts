/** Colors that can be distinguished on light and dark backgrounds, including by color-blind readers. */
export const COLOURS = {
  main: "#3386c4",
  accent: "#d9731a",
  second: "#d0589f",
  muted: "#8b929c",
} as const;

/**
 * Colors from low through zero to high, with blue for high values as in the console; color-blind readers can distinguish blue
 * and orange. Zero is gray rather than white, to differ from empty cells.
 */
export const DIVERGING = ["#b4540a", "#eba763", "#e4e2dc", "#78a8d1", "#1d5c9b"];

const FONT = 'system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif';
const INK = "currentColor";

/** Vega-Lite configuration for pages: lines and text use the color of the text around the plot. */
export const PLOT_THEME = {
  background: "transparent",
  font: FONT,
  padding: 4,
  // Descriptions are written only for plots that request them, where they state more than the coordinates.
  mark: { aria: false, color: COLOURS.main },
  view: { stroke: null },
  title: { anchor: "start", color: INK, fontSize: 13, fontWeight: 600, offset: 12, limit: 700 },
  axis: {
    labelColor: INK,
    titleColor: INK,
    domainColor: INK,
    tickColor: INK,
    gridColor: INK,
    gridOpacity: 0.12,
    domainOpacity: 0.5,
    tickOpacity: 0.5,
    labelFontSize: 11,
    titleFontSize: 12,
    titleFontWeight: 500,
    titlePadding: 8,
    labelLimit: 260,
    titleLimit: 700,
  },
  legend: {
    labelColor: INK,
    titleColor: INK,
    labelFontSize: 11,
    titleFontSize: 11,
    titleFontWeight: 500,
    labelLimit: 300,
    titleLimit: 500,
  },
  header: { labelColor: INK, titleColor: INK },
  text: { color: INK, fontSize: 11 },
  rule: { color: INK },
  bar: { color: COLOURS.main },
  tick: { color: INK },
} as const;
