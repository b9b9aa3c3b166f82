/** Formats the mean of values with its standard error: `0.953 ± 0.020`. */
export function meanAndError(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return `${mean.toFixed(3)} ± ${Math.sqrt(variance / values.length).toFixed(3)}`;
}
