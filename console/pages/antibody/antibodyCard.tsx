import { useMemo } from "preact/hooks";
import { developability } from "#shared/science/antibodies/developability.ts";
import { LIABILITY_WORDS } from "#shared/science/antibodies/liabilities.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatNumber, plural } from "../../parts/format.ts";

/** Maximum number of liabilities listed. */
const MAX_LISTED = 40;

/** Properties of an antibody, and the motifs that can impair its development; nothing for other proteins. */
export function AntibodyCard({ sequence }: { sequence: string }) {
  const found = useMemo(() => developability(sequence), [sequence]);
  if (found === null) return null;
  const { liabilities, properties } = found;
  const { charge, isoelectricPoint, hydropathy, extinction } = properties;
  const inCdrs = liabilities.filter(({ region }) => region?.startsWith("CDR"));
  const listed = [...inCdrs, ...liabilities.filter((one) => !inCdrs.includes(one))].slice(0, MAX_LISTED);
  return (
    <section class="card scroll" aria-labelledby="antibody">
      <header>
        <h2 id="antibody">Antibody</h2>
        <span class="small muted">
          {plural(liabilities.length, "motif")} that can impair development, {formatNumber(inCdrs.length)} in
          CDRs
        </span>
      </header>
      <p class="body small">
        Charge {charge.toFixed(1)} at pH 7.4; isoelectric point {isoelectricPoint.toFixed(1)}; mean hydropathy{" "}
        {hydropathy.toFixed(2)}; extinction coefficient {formatNumber(extinction)} at 280 nm. Without constant
        domains.
      </p>
      {listed.length > 0 && (
        <DataTable columns={["Liability", "Motif", "Position", "IMGT", "Region"]}>
          {listed.map(({ kind, motif, position, label, number, region }) => (
            <tr key={`${kind} ${position}`}>
              <th scope="row">{LIABILITY_WORDS[kind]}</th>
              <td class="mono">{motif}</td>
              <td>{label}</td>
              <td>{number ?? ""}</td>
              <td>{region ?? ""}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}
