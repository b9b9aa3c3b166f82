import { useMemo, useState } from "preact/hooks";
import { matchResults } from "#client/orderList/matchResults.ts";
import type { OrderRow } from "#client/orderList/orderRows.ts";
import type { PlateWell } from "#client/orderList/plates.ts";
import type { Task } from "#client/taskHandle.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { Card } from "../../parts/card.tsx";
import { plural } from "../../parts/format.ts";
import { sentenceOf } from "../../parts/sentenceOf.ts";
import { navigate } from "../../router.ts";
import { draftOf, importDraft } from "../import/importDraft.ts";
import type { ResultsTarget } from "./resultsTarget.ts";

/** Maximum number of names listed as not found. */
const MAX_SHOWN = 5;

interface ResultsFormProps {
  order: readonly OrderRow[];
  wells: readonly PlateWell[];
  target: ResultsTarget;
  /** Context of the designs: their results belong to the same project and round. */
  context: Task["context"];
  /** Name of the results file. */
  fileName: string;
}

/** Accepts pasted results that contain the names or wells of an order, and imports them with the sequences. */
export function ResultsForm({ order, wells, target, context, fileName }: ResultsFormProps) {
  const workspace = useWorkspace();
  const [text, setText] = useState("");
  const matched = useMemo(() => {
    if (text.trim() === "") return null;
    try {
      return { results: matchResults(text, order, wells, target), problem: null };
    } catch (error) {
      return { results: null, problem: sentenceOf(error) };
    }
  }, [text, order, wells, target]);
  const results = matched?.results;
  const goOn = () => {
    if (!results) return;
    const file = new File([results.tsv], fileName);
    importDraft.value = {
      ...draftOf(workspace.name),
      config: null,
      into: target.table,
      ...placeOf(context),
      step: { name: "given", file },
    };
    navigate(pathIn(workspace, "import"));
  };
  return (
    <Card
      title="After the measurement"
      id="results-title"
      note={`Paste the results from a spreadsheet: a column with names or wells of this order, and the values. They are imported with the sequences${target.table === null ? "" : ` into ${target.table}`}, so that the next models learn from them.`}
    >
      <label for="results" class="hidden-text">
        Results, with a header line
      </label>
      <textarea
        id="results"
        rows={4}
        class="mono"
        placeholder={`name\t${order[0]?.predictions[0]?.assay ?? "activity"}\n${order[0]?.name ?? "D001"}\t1.24`}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p role="status" class={matched?.problem ? "danger-text" : ""}>
        {matched?.problem}
        {results && foundWords(results)}
      </p>
      <div>
        <button type="button" disabled={!results || results.rows === 0} onClick={goOn}>
          Import {results && results.rows > 0 ? plural(results.rows, "row") : "them"} with sequences
        </button>
      </div>
    </Card>
  );
}

/** Returns the project and round of designs as an import selects them. */
function placeOf(context: Task["context"]): { project?: string; round?: string } {
  if (context.kind === "WORKSPACE") return {};
  const project = String(context.project_id);
  return context.kind === "ROUND" ? { project, round: String(context.round_id) } : { project };
}

function foundWords({ rows, by, unknown }: { rows: number; by: string; unknown: readonly string[] }): string {
  const layout = by === "well" ? ": check that the plate layout above is the layout that was measured" : "";
  const said = `${plural(rows, "row")} found by ${by}${layout}.`;
  if (unknown.length === 0) return said;
  const shown = unknown.slice(0, MAX_SHOWN).map((name) => name || "(empty)");
  const more = unknown.length > MAX_SHOWN ? " …" : "";
  const [match, are] = unknown.length === 1 ? ["matches", "is"] : ["match", "are"];
  return `${said} ${plural(unknown.length, "row")} ${match} no protein in this order and ${are} skipped: ${shown.join(", ")}${more}`;
}
