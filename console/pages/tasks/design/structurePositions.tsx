import { useState } from "preact/hooks";
import type { PositionRange } from "#client/requests/positions.ts";
import type { StructureData } from "#client/structures.ts";
import type { StructurePlace } from "#shared/domain/structures/positionsByStructure.ts";
import { useWorkspace } from "../../../lab.ts";
import { ActionButton } from "../../../parts/actionButton.tsx";
import { NumberField, SelectField } from "../../../parts/form.tsx";
import { latestOf, useResource } from "../../../resource.ts";

/** Usual distance in angstrom, and usual share of the surface in percent. */
const USUAL = { near: 8, surface: 20 };

interface StructurePositionsProps {
  /** Structure that the models were trained with. */
  structure: string;
  reference: string;
  onAdd: (positions: PositionRange[]) => void;
}

/** Adds the positions in a part of the structure to those that designs keep. */
export function StructurePositions({ structure, reference, onAdd }: StructurePositionsProps) {
  const workspace = useWorkspace();
  const read = useResource(`structure ${workspace.name} ${structure}`, () =>
    workspace.structures.get(structure),
  );
  const [part, setPart] = useState("buried");
  const isSurface = part === "buried" || part === "exposed";
  const [amount, setAmount] = useState(USUAL.surface);
  const data = latestOf(read)?.data;
  if (data?.state !== "READY") return null;
  const choose = (chosen: string) => {
    setPart(chosen);
    setAmount(chosen === "buried" || chosen === "exposed" ? USUAL.surface : USUAL.near);
  };
  const add = async () => {
    const { readStructurePositions } = await import("./readStructurePositions.ts");
    onAdd(await readStructurePositions(workspace, structure, reference, placeOf(part, amount)));
  };
  return (
    <fieldset>
      <legend>Positions to keep, from the structure</legend>
      <div class="row top">
        <SelectField
          id="part"
          label="Part of the structure"
          value={part}
          options={partsOf(data)}
          onChange={choose}
        />
        <NumberField
          id="amount"
          label={isSurface ? "Share of the surface, in %" : "Distance, in Å"}
          hint={
            isSurface ? "Of each residue's surface, the share that water can touch" : "Between any two atoms"
          }
          min={1}
          max={100}
          value={amount}
          onChange={setAmount}
        />
        <ActionButton busy="Measuring…" run={add} disabled={!(amount >= 1 && amount <= 100)}>
          Add these positions
        </ActionButton>
      </div>
    </fieldset>
  );
}

/** Names the parts of a structure: its surface, and what the protein may be near. */
function partsOf({ chains = [], ligands = [] }: StructureData): Record<string, string> {
  return {
    buried: "buried",
    exposed: "on the surface",
    ...(ligands.length > 0 && { ligand: "near a ligand" }),
    ...(chains.length > 1 &&
      Object.fromEntries(chains.map(({ chain }) => [`chain ${chain}`, `near chain ${chain}`]))),
  };
}

function placeOf(part: string, amount: number): StructurePlace {
  if (part === "buried") return { buried: amount / 100 };
  if (part === "exposed") return { exposed: amount / 100 };
  return { within: amount, of: part === "ligand" ? part : { chain: part.slice("chain ".length) } };
}
