import { pathIn, useWorkspace } from "../../lab.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatNumber, formatValue, formatWithDeviation } from "../../parts/format.ts";
import type { Measurement, Measurements } from "./readMeasurements.ts";

/** Means of a variant in all tables, with the values of its first rows. */
export function MeasurementsCard({ of: { measurements, tables, searched } }: { of: Measurements }) {
  const workspace = useWorkspace();
  return (
    <section class="card scroll" aria-labelledby="measurements">
      <header>
        <h2 id="measurements">Measurements</h2>
        {searched < tables && (
          <span class="small muted">
            in {searched} of {tables} tables: <a href={pathIn(workspace, "search")}>search</a> to search the
            others
          </span>
        )}
      </header>
      {measurements.length === 0 ? (
        <p class="body">
          {searched < tables
            ? `The ${searched} tables that were read have no measurements of this variant.`
            : "No table has measurements of this variant."}
        </p>
      ) : (
        <DataTable
          columns={[
            "Measured",
            "Table",
            { label: "Mean ± sd", as: "number" },
            { label: "Rows", as: "number" },
            "Values",
          ]}
        >
          {measurements.map((measurement) => (
            <tr key={`${measurement.table} ${measurement.column}`}>
              <th scope="row">{measurement.column}</th>
              <td>
                <a href={pathIn(workspace, "tables", measurement.table)}>{measurement.table}</a>
              </td>
              <td class="number whole">{meanWords(measurement)}</td>
              <td class="number">{formatNumber(measurement.rows)}</td>
              <td>
                {measurement.values.map(formatValue).join(", ")}
                {measurement.rows > measurement.values.length && ", …"}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}

function meanWords({ mean, sd }: Measurement): string {
  return sd === null || sd === 0 ? formatValue(mean) : formatWithDeviation(mean, sd);
}
