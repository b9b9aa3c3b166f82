/** Words for values beyond a detection limit, such as `<LOD` or `<0.05`. */
const LIMIT = /^(?:[<>≤≥]|b[ld][lq]$|b?loq$|u?loq$|lod$)/i;

/** Explains what "missing" means for values beyond a detection limit if any of the words stand for such values. */
export function LimitHint({ words }: { words: readonly string[] }) {
  if (!words.some((word) => LIMIT.test(word.trim()))) return null;
  return (
    <p class="small muted">
      Missing values are excluded from analyses and training runs. Limits are kept if you read them as limits:
      training runs then use the side of the limit on which each value is.
    </p>
  );
}
