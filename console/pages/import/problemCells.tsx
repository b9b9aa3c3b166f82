import type { ProblemGroup } from "@pdp/basics/wording";
import { linesOf, wrongOf } from "./problemWords.ts";

/** Cells of a row with a problem's location, frequency and description. */
export function ProblemCells({ group }: { group: ProblemGroup }) {
  const { first, count, values } = group;
  const { line, column } = first;
  const isOfFile = column === undefined && line === undefined;
  return (
    <>
      <th scope="row">{column ?? (isOfFile ? "The file" : "Whole rows")}</th>
      <td class="number">{isOfFile ? "" : count.toLocaleString("en-US")}</td>
      <td>
        <div>{wrongOf(group)}</div>
        <div class="small muted">
          {linesOf(group)}
          {values.length > 0 && ` Also ${values.map((other) => `“${other}”`).join(", ")}.`}
        </div>
      </td>
    </>
  );
}
