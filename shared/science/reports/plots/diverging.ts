/**
 * Colours from low through zero to high; colour-blind readers can tell blue and orange apart. Zero is grey rather than
 * white, to differ from empty cells.
 */
export const DIVERGING = ["#1d5c9b", "#78a8d1", "#e4e2dc", "#eba763", "#b4540a"];
