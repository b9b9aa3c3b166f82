/** Words for values beyond a limit of detection, such as `<LOD` or `<0.05`. */
const LIMIT = /^(?:[<>≤≥]|b[ld][lq]$|b?loq$|u?loq$|lod$)/i;

/** Says what missing means for values beyond a limit of detection, if there are any among the words. */
export function LimitHint({ words }: { words: readonly string[] }) {
  if (!words.some((word) => LIMIT.test(word.trim()))) return null;
  return (
    <p class="small muted">
      Missing values are left out of analyses and trainings. To keep what is below or above the limit of
      detection, write a number into the file instead, such as half the limit.
    </p>
  );
}
