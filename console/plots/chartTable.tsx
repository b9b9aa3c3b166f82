import { DataTable } from "../parts/dataTable.tsx";
import { formatNumber } from "../parts/format.ts";
import type { Mark } from "./marksOf.ts";

/** Maximum number of marks listed in the table of a chart. */
const MAX_LISTED = 200;

/** Chart marks as a table, for users who cannot see the chart. */
export function ChartTable({ title, marks }: { title: string; marks: readonly Mark[] }) {
  const [first] = marks;
  if (!first) return null;
  const labels = first.values.map(([label]) => label);
  return (
    <details>
      <summary>Values as a table</summary>
      {marks.length > MAX_LISTED && (
        <p class="small muted">
          The first {MAX_LISTED} of {formatNumber(marks.length)}.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page */}
      <section class="scroll" aria-label={`${title}, as a table`} tabIndex={0}>
        <DataTable columns={["Name", ...labels]}>
          {marks.slice(0, MAX_LISTED).map(({ name, values, href }, index) => (
            <tr key={index}>
              <th scope="row">{href === null ? name : <a href={href}>{name}</a>}</th>
              {labels.map((label, at) => (
                <td key={label}>{values[at]?.[1]}</td>
              ))}
            </tr>
          ))}
        </DataTable>
      </section>
    </details>
  );
}
