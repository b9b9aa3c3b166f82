import type { StructureData } from "#client/structures.ts";
import { Card } from "../../parts/card.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatNumber } from "../../parts/format.ts";

/** Chains, ligands and matches of a structure. */
export function StructureTables({ data }: { data: StructureData }) {
  const { chains = [], ligands = [], references = [], uncertain_residues: uncertain = [] } = data;
  return (
    <>
      <References references={references} />
      <Chains chains={chains} />
      {uncertain.length > 0 && <p class="small">Confidence below 70 %: {uncertain.join(", ")}.</p>}
      {ligands.length > 0 && <Ligands ligands={ligands} />}
    </>
  );
}

function number(label: string) {
  return { label, as: "number" } as const;
}

function References({ references }: { references: NonNullable<StructureData["references"]> }) {
  return (
    <Card title="Match with the references" id="references" scroll>
      {references.length === 0 ? (
        <p class="body">
          No chain matches a reference that the project had when the structure was added. A training compares
          the structure with its reference protein.
        </p>
      ) : (
        <DataTable
          columns={[
            "Reference",
            "Chain",
            "Copies",
            number("Identical"),
            number("Missing"),
            "Missing positions",
            "Differences",
          ]}
          stacks
        >
          {references.map((match) => (
            <tr key={match.reference}>
              <th scope="row">{match.reference}</th>
              <td>{match.chain}</td>
              <td>{match.copies.join(", ") || "none"}</td>
              <td class="number">{(100 * match.identity).toFixed(1)} %</td>
              <td class="number">{formatNumber(match.num_missing)}</td>
              <td>{match.missing_positions.join(", ") || "none"}</td>
              <td>{match.differences.join(", ") || "none"}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Card>
  );
}

function Chains({ chains }: { chains: NonNullable<StructureData["chains"]> }) {
  return (
    <Card title="Chains" id="chains" scroll>
      <DataTable
        columns={["Chain", number("Residues"), "Numbers in the file", number("Incomplete backbone")]}
      >
        {chains.map(({ chain, num_residues: residues, first, last, num_incomplete: incomplete }) => (
          <tr key={chain}>
            <th scope="row">{chain || "(without a name)"}</th>
            <td class="number">{formatNumber(residues)}</td>
            <td>
              {first} to {last}
            </td>
            <td class="number">{formatNumber(incomplete)}</td>
          </tr>
        ))}
      </DataTable>
    </Card>
  );
}

function Ligands({ ligands }: { ligands: NonNullable<StructureData["ligands"]> }) {
  return (
    <Card title="Ligands, metals and nucleic acids" id="ligands" scroll>
      <DataTable columns={["Name", "Chain", "Number in the file", number("Atoms")]}>
        {ligands.map(({ name, chain, position, num_atoms: atoms }) => (
          <tr key={`${name} ${chain} ${position}`}>
            <th scope="row">{name}</th>
            <td>{chain}</td>
            <td>{position}</td>
            <td class="number">{formatNumber(atoms)}</td>
          </tr>
        ))}
      </DataTable>
    </Card>
  );
}
