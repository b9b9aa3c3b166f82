import { type ProblemGroup, problemsOf } from "@pdp/basics/wording";
import type { Load } from "#client/loadHandle.ts";
import { useWorkspace } from "../lab.ts";
import { DataTable } from "../parts/dataTable.tsx";
import { plural } from "../parts/format.ts";
import { spoken } from "../parts/spoken.ts";
import { latestOf, useResource } from "../resource.ts";
import { problemOf } from "./import/foundProblems.ts";
import { ProblemCells } from "./import/problemCells.tsx";
import { writtenAdvice } from "./import/problemWords.ts";

/** Maximum number of problems read for the table; the file of all problems contains the others. */
const MAX_READ = 2_000;

/**
 * Shows problems in an import's files or in its skipped rows, as a table. Sentences are shown until the problems have been
 * read.
 */
export function LoadProblems({ load }: { load: Load }) {
  const workspace = useWorkspace();
  const { id, errors, rows_left_out: leftOut } = load;
  const hasSome = errors.length > 0 || Boolean(leftOut);
  const read = useResource(`problems ${workspace.name} ${hasSome ? id : ""} ${load.state}`, async () =>
    hasSome ? workspace.load(id).problems(MAX_READ) : [],
  );
  if (!hasSome) return null;
  const listed = latestOf(read) ?? [];
  // Sentences are more informative than a table for whole files, or if no problem refers to a cell.
  if (listed.length === 0) return <Sentences title="Problems to fix" tone="danger" sentences={errors} />;
  const { groups } = problemsOf(listed.map(problemOf));
  const isShort = listed.length === MAX_READ;
  const files = new Set(groups.map(({ first }) => first.file).filter(Boolean));
  const shown = groups.reduce((sum, group) => sum + group.count, 0);
  const more = Math.max(load.problem_count ?? 0, listed.length) - shown;
  const header = [
    ...(files.size > 1 ? ["File"] : []),
    "Column",
    { label: "Cells", as: "number" as const },
    "What is wrong",
    "What to do",
  ];
  return (
    <section class="card scroll" aria-labelledby="problems" data-tone={leftOut ? "warn" : "danger"}>
      <header>
        <h2 id="problems">
          {leftOut
            ? `${plural(leftOut, "row")} ${leftOut === 1 ? "was" : "were"} skipped`
            : "Problems to fix. Nothing was loaded."}
        </h2>
        <span class="muted">
          {leftOut
            ? "The import keeps the whole file."
            : "Import the file again and choose how to read these cells, or correct the file."}
        </span>
      </header>
      <DataTable columns={header} stacks>
        {groups.map((group) => (
          <tr key={keyOf(group)}>
            {files.size > 1 && <td>{group.first.file}</td>}
            <ProblemCells group={group} />
            <td class="small">{writtenAdvice(group)}</td>
          </tr>
        ))}
      </DataTable>
      {(more > 0 || isShort) && (
        <p class="body small muted">
          {isShort && `These are the first ${MAX_READ.toLocaleString("en-US")} problems. `}
          {more > 0 &&
            `${plural(more, "further problem")} ${more === 1 ? "is" : "are"} in the file of all problems.`}
        </p>
      )}
    </section>
  );
}

function keyOf({ first: { file, column, line, reason } }: ProblemGroup): string {
  return `${file} ${column} ${line} ${reason}`;
}

interface SentencesProps {
  title: string;
  tone: "danger" | "warn";
  sentences: readonly string[];
}

/** Messages from the service in a titled box; renders nothing if there are none. */
export function Sentences({ title, tone, sentences }: SentencesProps) {
  if (sentences.length === 0) return null;
  return (
    <section class={`notice ${tone}`}>
      <h2>{title}</h2>
      <ul class="problems">
        {sentences.map((sentence) => (
          <li key={sentence}>{spoken(sentence)}</li>
        ))}
      </ul>
    </section>
  );
}
