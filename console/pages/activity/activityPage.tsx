import { pages } from "#client/pages.ts";
import type { components } from "#client/schema.ts";
import { take, useWorkspace } from "../../lab.ts";
import { Age } from "../../parts/age.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { Select } from "../../parts/form.tsx";
import { formatBytes, formatDuration, formatNumber, plural } from "../../parts/format.ts";
import { Page } from "../../parts/page.tsx";
import { Person } from "../../parts/person.tsx";
import { Reading } from "../../parts/reading.tsx";
import { useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { kindsOf, monthsUntil, rangeOf } from "./activityChoices.ts";

type AuditRecord = components["schemas"]["AuditRecord"];

/** Number of records that the page shows. */
const MAX_RECORDS = 500;

/** Records of requests of a month, newest first, of a person or a kind selected in the URL. */
export function ActivityPage() {
  const { searchParams } = address.value;
  const month = searchParams.get("month") ?? monthsUntil(new Date())[0] ?? "";
  const filter = { user: searchParams.get("user") ?? "", kind: searchParams.get("kind") ?? "" };
  const { read, filtered } = useActivity(month, filter);
  return (
    <Page
      title="Activity"
      intro="Who read or changed what in this workspace. Records are kept for 400 days, and contain neither values nor SQL."
    >
      <Reading of={read}>
        {({ records, usage, members }) => (
          <>
            <Filters month={month} filter={filter} members={members} records={records} />
            {usage && (
              <p>
                {plural(usage.requests, "request")} this month, {formatBytes(usage.scanned_bytes)} read by
                queries, {formatDuration(usage.task_seconds)} of computing
                {usage.stored_bytes !== null && `, ${formatBytes(usage.stored_bytes)} stored`}.
              </p>
            )}
            {isFiltered(filter) ? (
              <Reading of={filtered}>{(matchingRecords) => <Records records={matchingRecords} />}</Reading>
            ) : (
              <Records records={records} />
            )}
            <p class="small muted">
              Files that were read with signed URLs or with the credentials of an Iceberg catalog have no
              records of their own. The request that handed out the URL or the credentials has one.
            </p>
          </>
        )}
      </Reading>
    </Page>
  );
}

/** Selected person and kind; empty for all. */
interface Filter {
  user: string;
  kind: string;
}

function isFiltered({ user, kind }: Filter): boolean {
  return user !== "" || kind !== "";
}

/** Reads the records and the usage of a month, and the records that match a filter. */
function useActivity(month: string, filter: Filter) {
  const workspace = useWorkspace();
  const { user, kind } = filter;
  const path = { workspace: workspace.name };
  const recordsOf = (stated: Partial<Filter>) =>
    take(
      pages((cursor) =>
        workspace.raw.GET("/v2/workspace/{workspace}/audit:list", {
          params: {
            path,
            query: { ...rangeOf(month), ...stated, order: "DESC", limit: MAX_RECORDS, ...cursor },
          },
        }),
      ),
      MAX_RECORDS,
    );
  const read = useResource(`activity ${workspace.name} ${month}`, async () => {
    const [records, usage, members] = await Promise.all([
      recordsOf({}),
      workspace.raw.GET("/v2/workspace/{workspace}/usage:get", { params: { path, query: { month } } }),
      take(workspace.members()),
    ]);
    return { records, usage: usage.data, members };
  });
  const filtered = useResource(`activity ${workspace.name} ${month} ${user} ${kind}`, async () =>
    isFiltered(filter) ? recordsOf({ ...(user !== "" && { user }), ...(kind !== "" && { kind }) }) : [],
  );
  return { read, filtered };
}

interface FiltersProps {
  month: string;
  filter: Filter;
  members: readonly { user_id: string; name: string }[];
  /** Records of the month, whose kinds can be selected. */
  records: readonly AuditRecord[];
}

/** Selectors for the month, the person and the kind, which the URL contains. */
function Filters({ month, filter: { user, kind }, members, records }: FiltersProps) {
  const choose = (name: string, value: string) => setQuery({ [name]: value || null }, { replace: true });
  return (
    <div class="row">
      <label for="month">Month</label>
      <Select
        id="month"
        value={month}
        options={Object.fromEntries(monthsUntil(new Date()).map((option) => [option, option]))}
        onChange={(next) => choose("month", next)}
      />
      <label for="user">by</label>
      <Select
        id="user"
        value={user}
        options={{
          "": "everyone",
          ...Object.fromEntries(members.map((member) => [member.user_id, member.name])),
        }}
        onChange={(next) => choose("user", next)}
      />
      <label for="kind">of kind</label>
      <Select
        id="kind"
        value={kind}
        options={{ "": "all", ...kindsOf(kind === "" ? records : [...records, { kind }]) }}
        onChange={(next) => choose("kind", next)}
      />
    </div>
  );
}

function Records({ records }: { records: readonly AuditRecord[] }) {
  if (records.length === 0) return <p>No record matches these filters.</p>;
  return (
    <>
      {records.length === MAX_RECORDS && (
        <p class="small muted">
          The latest {formatNumber(MAX_RECORDS)} records are shown. To get all records, use{" "}
          <code>audit:download</code>.
        </p>
      )}
      <RecordTable records={records} />
    </>
  );
}

function RecordTable({ records }: { records: readonly AuditRecord[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section class="card scroll" aria-label="Records" tabIndex={0}>
      <DataTable
        columns={[
          "When",
          "Who",
          "What",
          "Object",
          "Outcome",
          { label: "Items", as: "number" },
          { label: "Size", as: "number" },
          "From",
        ]}
      >
        {records.map((record) => (
          <tr key={record.request_id}>
            <td>
              <Age at={record.at} />
            </td>
            <td>
              <Person id={record.user_id} />
            </td>
            <th scope="row">{record.kind}</th>
            <td>{record.object}</td>
            <td>{record.is_complete === false ? "cut off" : record.status}</td>
            <td class="number">{record.rows === null ? "" : formatNumber(record.rows)}</td>
            <td class="number">{record.bytes === null ? "" : formatBytes(record.bytes)}</td>
            <td>{record.address}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
