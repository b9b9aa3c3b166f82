/** Number in a cell: with a sign of a limit, a decimal point or comma, an exponent or a percent sign. */
export const NUMBER = /^[<>≤≥~]?\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?\s*%?$/;
/** Number that is not a limit. */
export const VALUE_NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?\s*%?$/;
/** Number without any other sign. */
export const PLAIN_NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;
