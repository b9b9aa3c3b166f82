import { signatureText } from "../functions/parseSignature.ts";
import { RANDOM_FUNCTIONS } from "../functions/randomFunctions.ts";
import { signaturesOf } from "../functions/signatures.ts";
import { trinoFunctions } from "../functions/trinoFunctions.ts";
import type { RowsRelation } from "../relation.ts";
import { rowColumn, textColumn } from "./textColumn.ts";

/**
 * Returns the functions that queries may call, one row per signature, in the columns of Trino's SHOW FUNCTIONS. A schema
 * contains none.
 */
export function functionRows(isOfSchema = false): RowsRelation {
  const names = isOfSchema ? [] : [...trinoFunctions.keys()].toSorted();
  const rows = names.flatMap((name) => {
    const kind = trinoFunctions.get(name)?.kind ?? "scalar";
    // Some function types depend on argument values.
    const signatures = signaturesOf(name)?.map(({ parameters, result }) => [
      signatureText(parameters[Number(/^\$(\d)$/.exec(result.name)?.[1]) - 1] ?? result),
      parameters.map(signatureText).join(", "),
    ]) ?? [["", ""]];
    return signatures.map(([result = "", parameters = ""]) => [
      name,
      result,
      parameters,
      kind,
      RANDOM_FUNCTIONS.has(name) ? "false" : "true",
      "",
    ]);
  });
  const [first, second, third, fourth] = ["Function", "Return Type", "Argument Types", "Function Type"];
  const columns = [first, second, third, fourth].map((name) => textColumn(name as string));
  return {
    kind: "ROWS",
    columns: [...columns, rowColumn("Deterministic", "BOOL"), textColumn("Description")],
    rows,
  };
}
