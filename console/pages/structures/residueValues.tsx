import { DataTable } from "../../parts/dataTable.tsx";
import { formatValue } from "../../parts/format.ts";
import type { LocatedResidue } from "./locateResidues.ts";
import type { StructurePicture } from "./readPicture.ts";
import type { ResidueTrack } from "./residueTracks.ts";

interface ResidueValuesProps {
  residues: readonly LocatedResidue[];
  reference: StructurePicture["reference"];
  tracks: readonly ResidueTrack[];
  /** Called with the key of a residue when the pointer is on its row. */
  onPoint: (key: string) => void;
}

/** Everything that the picture shows, as a table. */
export function ResidueValues({ residues, reference, tracks, onPoint }: ResidueValuesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
    <section class="structure-values" tabIndex={0} aria-label="Values of the residues">
      <DataTable
        columns={[
          { label: "Position", as: "number" },
          "Reference",
          "Chain",
          "In the file",
          ...tracks.map(({ label }) => ({ label, as: "number" }) as const),
        ]}
      >
        {residues.map((residue) => (
          <tr key={residue.key} onPointerEnter={() => onPoint(residue.key)}>
            <td class="number">{residue.index === null ? "" : reference?.numbers[residue.index]}</td>
            <td>{residue.index === null ? "" : reference?.sequence[residue.index]}</td>
            <td>{residue.chain}</td>
            <td>
              {residue.letter}
              {residue.number}
            </td>
            {tracks.map((track) => {
              const value = track.valueOf(residue);
              return (
                <td key={track.label} class="number">
                  {value === null ? "no value" : formatValue(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

/** Names a residue with its value: `V12 (A:V212): mean structure score -2.4`. */
export function residueWords(
  residue: LocatedResidue,
  reference: StructurePicture["reference"],
  track: ResidueTrack | null,
): string {
  const { index, chain, letter, number } = residue;
  const inFile = `${chain ? `chain ${chain}, ` : ""}${letter}${number} in the file`;
  const name =
    index === null ? inFile : `${reference?.sequence[index]}${reference?.numbers[index]} (${inFile})`;
  if (track === null) return name;
  const value = track.valueOf(residue);
  return `${name}: ${value === null ? `no ${track.label}` : `${track.label} ${formatValue(value)}`}`;
}
