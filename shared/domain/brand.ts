/** Default product name, used if the setting `PRODUCT_NAME` is not set. */
export const DEFAULT_PRODUCT_NAME = "Lab Data Platform";

/** Outline of the logo's hexagon, in a 24-by-24 box. */
export const MARK_OUTLINE = "M12 1.5 21.1 6.75v10.5L12 22.5 2.9 17.25V6.75Z";
/** Rising line that connects the rounds. */
export const MARK_LINE = "M7.4 15.6 12 12.6l4.8-4.2";
/** Values of the rounds: center and radius of each circle. */
export const MARK_POINTS: readonly (readonly [x: number, y: number, radius: number])[] = [
  [7.4, 15.6, 1.5],
  [12, 12.6, 1.5],
  [16.8, 8.4, 2],
];
/** Color of the logo if no style sheet sets it: the accent color on a light background. */
const MARK_COLOR = "#0f6f67";

/** Logo as a data URI, used as the page icon. */
export const MARK_URI = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${MARK_COLOR}" d="${MARK_OUTLINE}"/><path fill="none" stroke="#fff" stroke-width="1.4" d="${MARK_LINE}"/>${MARK_POINTS.map(
    ([x, y, radius]) => `<circle fill="#fff" cx="${x}" cy="${y}" r="${radius}"/>`,
  ).join("")}</svg>`,
)}`;
