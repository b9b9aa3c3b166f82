/**
 * From low over nothing to high; blue and orange are told apart by colour-blind readers. Nothing is grey rather than
 * white, so that it differs from cells that are empty.
 */
export const DIVERGING = ["#1d5c9b", "#78a8d1", "#e4e2dc", "#eba763", "#b4540a"];
