import type { Problems as Found, ProblemGroup } from "@pdp/basics/wording";
import type { TableConfig } from "#client/importFiles.ts";
import type { Table } from "#client/resources.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { plural } from "../../parts/format.ts";
import { CellFix } from "./exceptions.tsx";
import { LimitHint } from "./limits.tsx";
import { MissingWords } from "./missingWords.tsx";
import { ProblemCells } from "./problemCells.tsx";
import { problemFixes } from "./problemFixes.ts";
import { adviceOf, tableTypeHint } from "./problemWords.ts";

/** ID of the problems heading, which receives focus when an import is refused. */
export const PROBLEMS_ID = "problems";

interface ProblemsProps {
  problems: Pick<Found, "groups" | "count">;
  config: TableConfig | null;
  /** Table to which the rows are added; undefined if it does not exist yet. */
  table: Table | undefined;
  /** Number of rows to skip so that the others can be imported; 0 if that is impossible, null if unknown. */
  badRows: number | null;
  /** True if these rows will be skipped. */
  leftOut: boolean;
  onConfig: (config: TableConfig) => void;
}

/** Shows the problems in a file as a table, each with its possible fixes, and the decisions so far. */
export function Problems(props: ProblemsProps) {
  const { problems, config, onConfig } = props;
  return (
    <>
      {problems.groups.length > 0 && <ProblemCard {...props} />}
      {config && <Decisions config={config} onConfig={onConfig} />}
    </>
  );
}

function ProblemCard({ problems, config, table, badRows, leftOut, onConfig }: ProblemsProps) {
  const { groups, count } = problems;
  const more = count - groups.reduce((sum, group) => sum + group.count, 0);
  const { title, advice } = headWords(count, config, leftOut, badRows);
  return (
    <section
      class="card scroll"
      role={leftOut ? "status" : "alert"}
      aria-labelledby={PROBLEMS_ID}
      data-tone={leftOut ? "warn" : "danger"}
    >
      <header>
        <h2 id={PROBLEMS_ID} tabIndex={-1}>
          {title}
        </h2>
        <span class="muted">{advice}</span>
      </header>
      <DataTable columns={["Column", { label: "Cells", as: "number" }, "What is wrong", "What to do"]} stacks>
        {groups.map((group) => (
          <ProblemRow
            key={`${group.first.column} ${group.first.line} ${group.first.reason}`}
            group={group}
            config={config}
            table={table}
            onConfig={onConfig}
          />
        ))}
      </DataTable>
      {more > 0 && <p class="body small muted">… and {plural(more, "further problem")}.</p>}
      {config && (leftOut || (config.bad_rows !== "SKIP" && badRows !== 0)) && (
        <div class="body">
          {!leftOut && <LimitHint words={groups.map(({ first }) => first.value ?? "")} />}
          <div>
            {leftOut ? (
              <button type="button" class="small" onClick={() => onConfig({ ...config, bad_rows: null })}>
                {badRows === 1 ? "Undo it" : "Undo them"}
              </button>
            ) : (
              <button type="button" onClick={() => onConfig({ ...config, bad_rows: "SKIP" })}>
                Leave {badRowWords(badRows)} out of the import
              </button>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

interface RowProps extends Pick<ProblemsProps, "config" | "table" | "onConfig"> {
  group: ProblemGroup;
}

/** Row for one column and its problem, with buttons that fix it; fixes that keep all values come first. */
function ProblemRow({ group, config, table, onConfig }: RowProps) {
  const { line, column, value } = group.first;
  const fixes = config ? problemFixes(group, config, table) : [];
  const advice = adviceOf(group);
  const hint = config && table ? tableTypeHint(group, config, table) : null;
  const canCorrect = config !== null && line !== undefined && column !== undefined && value !== undefined;
  return (
    <tr>
      <ProblemCells group={group} />
      <td>
        <div class="row">
          {fixes.map(({ title, config: next, keepsValues }) => (
            <button
              key={title}
              type="button"
              class={keepsValues ? "small keeps" : "small"}
              onClick={() => onConfig(next)}
            >
              {title}
            </button>
          ))}
        </div>
        {hint !== null && <div class="small muted">{hint}</div>}
        {advice !== "" && <div class="small muted">{advice}</div>}
        {canCorrect && (
          <CellFix
            summary={`Correct line ${line}, or exclude it`}
            cell={{ line, column, value }}
            config={config}
            onConfig={onConfig}
          />
        )}
      </td>
    </tr>
  );
}

/** Decisions about all cells, each with a button that reverts it. */
function Decisions({ config, onConfig }: { config: TableConfig; onConfig: (config: TableConfig) => void }) {
  const missing = config.missing_values ?? [];
  return (
    <>
      {config.sequences === "NORMALIZE" && (
        <p class="row">
          <span>Sequences are read in capitals, without surrounding spaces and trailing stops.</span>
          <button
            type="button"
            class="small"
            aria-label="Read sequences as they are"
            onClick={() => onConfig({ ...config, sequences: null })}
          >
            ✕
          </button>
        </p>
      )}
      {missing.length > 0 && (
        <p class="row">
          <span>Read as missing:</span>
          <MissingWords words={missing} onWords={(words) => onConfig({ ...config, missing_values: words })} />
        </p>
      )}
    </>
  );
}

/** Returns the heading of the problems, and what to do about all of them. */
function headWords(count: number, config: TableConfig | null, leftOut: boolean, badRows: number | null) {
  if (leftOut) {
    const rows = badRows === null ? "Rows that cannot be read" : plural(badRows, "row");
    return {
      title: `${rows} will not be imported`,
      advice: "The import keeps the whole file and the reason for each row.",
    };
  }
  if (config === null) {
    return {
      title: "This file cannot be read. Nothing was loaded.",
      advice: "Save its data as CSV, TSV, XLSX, Parquet, NDJSON or FASTA, and choose that.",
    };
  }
  return {
    title: `${plural(count, "problem")}. Nothing was loaded.`,
    advice: "Choose how to read these cells, or correct the file and choose it again.",
  };
}

function badRowWords(rows: number | null): string {
  if (rows === null) return "the rows that cannot be read";
  return rows === 1 ? "this row" : `these ${plural(rows, "row")}`;
}
