import type { ComponentType } from "preact";
import type { Table, Version } from "#client/resources.ts";
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

interface TableData {
  table: Table;
  versions: Version[];
  /** Task that produced the table; null if the table is not a task result. */
  task: Task | null;
}

/** Page of one table: its rows at any version, its history and its columns. */
export function TablePage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const reference = params.table ?? "";
  const { searchParams } = address.value;
  const tab = tabIn(searchParams);
  const asOf = searchParams.get("as_of");
  const read = useResource(`table ${workspace.name} ${reference}`, () => readTable(workspace, reference));
  const data = latestOf(read);
  const sort = readSort(searchParams);
  const filters = readFilters(searchParams);
  // Read after the table: its columns determine the filter syntax, and its version determines when rows are read again.
  const match = readMatch(searchParams);
  const sql = data ? rowsQuery(reference, data.table.columns, filters, sort, match) : null;
  const isFailed = read.state === "failed";
  return (
    <div class={tab === "data" ? "fill" : ""}>
      <Page
        title={data?.task ? `${taskTitle(data.task)} (table)` : reference}
        primary={data?.table.kind === "TABLE" && !data.task && <ImportLink reference={reference} />}
        actions={!isFailed && <TableActions reference={reference} data={data} sql={sql} asOf={asOf} />}
        bare={!isFailed && <TabLinks tab={tab} />}
      />
      {isFailed && (
        <div class="content">
          <Failure error={read.error} />
        </div>
      )}
      {tab === "data" && !isFailed && (
        <DataTab
          reference={reference}
          sql={sql}
          filters={filters}
          sort={sort}
          asOf={asOf}
          table={data?.table}
          versions={data?.versions ?? []}
          task={data?.task ?? null}
        />
      )}
      {tab === "chart" && data && <ChartTab table={data.table} filters={filters} match={match} asOf={asOf} />}
      {tab === "heatmap" && data && <Heatmap table={data.table} asOf={asOf} />}
      {tab === "history" && data && <HistoryTab table={data.table} versions={data.versions} />}
      {tab === "columns" && data && <ColumnsTab table={data.table} />}
    </div>
  );
}

async function readTable(workspace: Workspace, reference: string): Promise<TableData> {
  const table = await workspace.table(reference);
  const [versions, task] = await Promise.all([
    take(workspace.versions({ table_id: table.id, order: "DESC" })),
    taskOfTable(workspace, reference),
  ]);
  return { table, versions, task };
}

function ImportLink({ reference }: { reference: string }) {
  const workspace = useWorkspace();
  return (
    <a class="button primary" href={`${pathIn(workspace, "import")}?into=${encodeURIComponent(reference)}`}>
      <Icon name="import" />
      Import
    </a>
  );
}

interface TableActionsProps {
  reference: string;
  /** Undefined while the table is being read, as the query is null. */
  data: TableData | undefined;
  sql: string | null;
  asOf: string | null;
}

/** Selects a version, and opens or saves the rows elsewhere. */
function TableActions({ reference, data, sql, asOf }: TableActionsProps) {
  const workspace = useWorkspace();
  const path = (page: string) => `${pathIn(workspace, page)}?table=${encodeURIComponent(reference)}`;
  const query = new URLSearchParams({ q: sql ?? "", ...(asOf && { as_of: asOf }) });
  return (
    <>
      {data && <AsOf versions={data.versions} asOf={asOf} />}
      {data?.task ? (
        <a class="button" href={pathIn(workspace, "tasks", data.task.id)}>
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
  );
}

function TabLinks({ tab }: { tab: Tab }) {
  return (
    <nav class="tabs" aria-label="Table">
      {Object.entries(TABS).map(([name, label]) => (
        <a key={name} href={tabPath(name)} aria-current={name === tab ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}

function tabIn(searchParams: URLSearchParams): Tab {
  const tab = searchParams.get("tab") ?? "";
  return Object.hasOwn(TABS, tab) ? (tab as Tab) : "data";
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
