import { plural } from "../../parts/format.ts";
import type { FileCheck } from "./fileCheck.ts";

/** Shows the progress or the result of checking all rows. */
export function CheckedSoFar({ check, leftOut }: { check: FileCheck | null; leftOut: boolean }) {
  return (
    <span class="muted" role="status">
      {check?.state === "running" && `Checking all rows: ${Math.floor(100 * check.share)} %`}
      {check?.state === "checked" &&
        check.problems.count === 0 &&
        `✓ ${plural(check.rows, "row")} checked, nothing to correct${omittedWords(check.omitted)}`}
      {check?.state === "checked" &&
        check.problems.count > 0 &&
        (leftOut
          ? `✓ ${plural(check.rows - check.badRows, "row")} will be imported${omittedWords(check.omitted)}`
          : "Nothing can be imported yet: first make the decisions above")}
    </span>
  );
}

function omittedWords(omitted: number): string {
  return omitted === 0 ? "" : `; ${plural(omitted, "row")} without a sequence will not be imported`;
}
