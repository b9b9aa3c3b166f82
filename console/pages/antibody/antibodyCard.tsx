import { assemblyOf, CHAIN_BREAK, isProtein } from "@pdp/basics/proteins";
import { developability, genesText, LIABILITY_WORDS } from "@pdp/science/antibodies";
import { useMemo } from "preact/hooks";
import { dataOf } from "#client/rawClient.ts";
import { useWorkspace } from "../../lab.ts";
import { Card } from "../../parts/card.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatNumber, plural } from "../../parts/format.ts";
import { latestOf, useResource } from "../../resource.ts";

/** Maximum number of liabilities listed. */
const MAX_LISTED = 40;
const TYPES = { HEAVY: "Heavy", KAPPA: "Light, κ", LAMBDA: "Light, λ" };

/** Properties of an antibody, and the motifs that can impair its development; nothing for other proteins. */
export function AntibodyCard({ sequence }: { sequence: string }) {
  const antibody = useMemo(() => developability(sequence), [sequence]);
  if (antibody === null) return null;
  const { liabilities, properties } = antibody;
  const { charge, isoelectricPoint, hydropathy, extinction } = properties;
  const inCdrs = liabilities.filter(({ region }) => region?.startsWith("CDR"));
  const listed = [...inCdrs, ...liabilities.filter((liability) => !inCdrs.includes(liability))].slice(
    0,
    MAX_LISTED,
  );
  return (
    <Card
      title="Antibody"
      id="antibody"
      note={`${plural(liabilities.length, "motif")} that can impair development, ${formatNumber(inCdrs.length)} in CDRs`}
      scroll
    >
      <p class="body small">
        Charge {charge.toFixed(1)} at pH 7.4; isoelectric point {isoelectricPoint.toFixed(1)}; mean hydropathy{" "}
        {hydropathy.toFixed(2)}; extinction coefficient {formatNumber(extinction)} at 280 nm. Without constant
        domains.
      </p>
      {sequence.split(CHAIN_BREAK).every((chain) => chain === "" || isProtein(chain)) && (
        <GermlineGenes sequence={sequence} />
      )}
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
    </Card>
  );
}

/** Closest germline genes of each domain; nothing if the operator of the platform provides none, or they cannot be read. */
function GermlineGenes({ sequence }: { sequence: string }) {
  const workspace = useWorkspace();
  const numbered = useResource(`germline genes ${workspace.name} ${sequence}`, () =>
    dataOf(
      workspace.raw.POST("/v2/workspace/{workspace}/antibody:number", {
        params: { path: { workspace: workspace.name } },
        body: { proteins: [assemblyOf(sequence)] },
      }),
    ),
  );
  const domainsWithGenes = latestOf(numbered)
    ?.proteins.flatMap(({ domains }) => domains)
    .filter(({ v_gene, j_gene }) => v_gene ?? j_gene);
  if (!domainsWithGenes || domainsWithGenes.length === 0) return null;
  return (
    <DataTable columns={["Domain", "Closest V gene", "Closest J gene"]}>
      {domainsWithGenes.map(({ chain, type, start, v_gene, j_gene }) => (
        <tr key={`${chain} ${start}`}>
          <th scope="row">{TYPES[type]}</th>
          <td>{v_gene ? genesText(v_gene) : ""}</td>
          <td>{j_gene ? genesText(j_gene) : ""}</td>
        </tr>
      ))}
    </DataTable>
  );
}
