/** Name of the product where the setting `PRODUCT_NAME` does not give another one. */
export const DEFAULT_PRODUCT_NAME = "Lab Data Platform";

/** Outline of the mark's hexagon, in a box of 24 by 24. */
export const MARK_OUTLINE = "M12 1.5 21.1 6.75v10.5L12 22.5 2.9 17.25V6.75Z";
/** Line from round to round, which rises. */
export const MARK_LINE = "M7.4 15.6 12 12.6l4.8-4.2";
/** Values of the rounds: centre and radius of each circle. */
export const MARK_POINTS: readonly (readonly [x: number, y: number, radius: number])[] = [
  [7.4, 15.6, 1.5],
  [12, 12.6, 1.5],
  [16.8, 8.4, 2],
];
/** Colour of the mark where no style sheet gives it: that of the accent on a light ground. */
const MARK_COLOUR = "#0f6f67";

/** Mark as a data URI: the icon of a page. */
export const MARK_URI = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${MARK_COLOUR}" d="${MARK_OUTLINE}"/><path fill="none" stroke="#fff" stroke-width="1.4" d="${MARK_LINE}"/>${MARK_POINTS.map(
    ([x, y, radius]) => `<circle fill="#fff" cx="${x}" cy="${y}" r="${radius}"/>`,
  ).join("")}</svg>`,
)}`;
