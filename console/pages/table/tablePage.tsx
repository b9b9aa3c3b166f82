import type { ComponentType } from "preact";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { AsOf } from "../../parts/asOf.tsx";
import { Download } from "../../parts/download.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loading, Page } from "../../parts/page.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { address } from "../../router.ts";
import { taskTitle } from "../tasks/taskTitle.ts";
import { ChartTab } from "./chartTab.tsx";
import { ColumnsTab } from "./columnsTab.tsx";
import { DataTab } from "./dataTab.tsx";
import type { HeatmapTabProps } from "./heatmapTab.tsx";
import { HistoryTab } from "./historyTab.tsx";
import { readFilters, readMatch, readSort, rowsQuery } from "./rowsQuery.ts";

const TABS = { data: "Data", chart: "Chart", heatmap: "Heatmap", history: "History", columns: "Columns" };
type Tab = keyof typeof TABS;

/** Page of one table: its rows at any version, its history and its columns. */
export function TablePage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const reference = params.table ?? "";
  const { searchParams } = address.value;
  const asked = searchParams.get("tab") ?? "";
  const tab = Object.hasOwn(TABS, asked) ? (asked as Tab) : "data";
  const asOf = searchParams.get("as_of");
  const read = useResource(`table ${workspace.name} ${reference}`, async () => {
    const table = await workspace.table(reference);
    const [versions, task] = await Promise.all([
      take(workspace.versions({ table_id: table.id, order: "DESC" })),
      taskOfTable(workspace, reference),
    ]);
    return { table, versions, task };
  });
  const known = latestOf(read);
  const path = (page: string) => `${pathIn(workspace, page)}?table=${encodeURIComponent(reference)}`;
  const sort = readSort(searchParams);
  const filters = readFilters(searchParams);
  // Read after the table: its columns determine the filter syntax, and its version determines when rows are read again.
  const match = readMatch(searchParams);
  const sql = known ? rowsQuery(reference, known.table.columns, filters, sort, match) : null;
  const query = new URLSearchParams({ q: sql ?? "", ...(asOf && { as_of: asOf }) });
  return (
    <div class={tab === "data" ? "fill" : ""}>
      <Page
        title={known?.task ? `${taskTitle(known.task)} (table)` : reference}
        primary={
          known?.table.kind === "TABLE" &&
          !known.task && (
            <a
              class="button primary"
              href={`${pathIn(workspace, "import")}?into=${encodeURIComponent(reference)}`}
            >
              <Icon name="import" />
              Import
            </a>
          )
        }
        actions={
          read.state !== "failed" && (
            <>
              {known && <AsOf versions={known.versions} asOf={asOf} />}
              {known?.task ? (
                <a class="button" href={pathIn(workspace, "tasks", known.task.id)}>
                  Task and report
                </a>
              ) : (
                <>
                  <a class="button" href={path("analyze")}>
                    Analyze this table
                  </a>
                  <a class="button" href={path("train")}>
                    Train on this table
                  </a>
                </>
              )}
              <a class="button" href={`${pathIn(workspace, "sql")}?${query}`}>
                Query
              </a>
              {sql !== null && (
                <Download
                  sql={sql}
                  options={asOf === null ? {} : { asOf }}
                  name={asOf === null ? reference : `${reference}-as-of-${asOf}`}
                />
              )}
            </>
          )
        }
        bare={
          read.state !== "failed" && (
            <nav class="tabs" aria-label="Table">
              {Object.entries(TABS).map(([name, label]) => (
                <a key={name} href={tabPath(name)} aria-current={name === tab ? "page" : undefined}>
                  {label}
                </a>
              ))}
            </nav>
          )
        }
      />
      {read.state === "failed" && (
        <div class="content">
          <Failure error={read.error} />
        </div>
      )}
      {tab === "data" && read.state !== "failed" && (
        <DataTab
          reference={reference}
          sql={sql}
          filters={filters}
          sort={sort}
          asOf={asOf}
          table={known?.table}
          versions={known?.versions ?? []}
          task={known?.task ?? null}
        />
      )}
      {tab === "chart" && known && (
        <ChartTab table={known.table} filters={filters} match={match} asOf={asOf} />
      )}
      {tab === "heatmap" && known && <Heatmap table={known.table} asOf={asOf} />}
      {tab === "history" && known && <HistoryTab table={known.table} versions={known.versions} />}
      {tab === "columns" && known && <ColumnsTab table={known.table} />}
    </div>
  );
}

/** Heatmap, which is loaded when its tab is opened. */
function Heatmap(props: HeatmapTabProps) {
  const loaded = useResource(
    "heatmap tab",
    async (): Promise<ComponentType<HeatmapTabProps>> => (await import("./heatmapTab.tsx")).HeatmapTab,
  );
  if (loaded.state === "failed") return <Failure error={loaded.error} />;
  if (loaded.state === "loading") return <Loading label="Drawing" />;
  return <loaded.value {...props} />;
}

/** Returns the task that a results table belongs to; null for any other table. */
async function taskOfTable(workspace: Workspace, reference: string): Promise<Task | null> {
  const id = /^tasks\.task_(\d+)\./.exec(reference)?.[1];
  return id === undefined ? null : await workspace.task(id).get();
}

function tabPath(tab: string): string {
  const next = new URL(address.value);
  if (tab === "data") next.searchParams.delete("tab");
  else next.searchParams.set("tab", tab);
  return next.pathname + next.search;
}
