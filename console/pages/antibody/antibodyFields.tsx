import {
  findRegion,
  LIABILITIES,
  LIABILITY_WORDS,
  type LiabilityKind,
  type NumberingScheme,
} from "@pdp/science/antibodies";
import { useState } from "preact/hooks";
import type { PositionRange } from "#client/requests/positions.ts";
import { Card } from "../../parts/card.tsx";
import { SelectField } from "../../parts/form.tsx";

const SCHEMES: Record<NumberingScheme, string> = { IMGT: "IMGT", KABAT: "Kabat", CHOTHIA: "Chothia" };

interface AntibodyFieldsProps {
  /** Template of the designs; two chains are joined. */
  template: string;
  /** Liabilities that designs must not have. */
  forbidden: readonly LiabilityKind[];
  onForbid: (kinds: LiabilityKind[]) => void;
  /** Adds positions to keep. */
  onKeep: (ranges: PositionRange[]) => void;
}

/** Fields for designs of an antibody: keep its frameworks, and forbid liabilities; nothing for other proteins. */
export function AntibodyFields({ template, forbidden, onForbid, onKeep }: AntibodyFieldsProps) {
  const [scheme, setScheme] = useState<NumberingScheme>("IMGT");
  const frameworks = findRegion(template, { region: "FR", scheme });
  if (typeof frameworks === "string") return null;
  const toggle = (kind: LiabilityKind) =>
    onForbid(LIABILITIES.filter((liability) => forbidden.includes(liability) !== (liability === kind)));
  return (
    <Card
      title="Antibody"
      note="Designs never get a forbidden motif that the template does not have, and lose those at positions that may change."
    >
      <div class="row">
        <SelectField id="scheme" label="Numbering" value={scheme} options={SCHEMES} onChange={setScheme} />
        <button type="button" onClick={() => onKeep(frameworks.map((at) => [at, at + 1]))}>
          Change only the CDRs
        </button>
      </div>
      <fieldset class="row">
        <legend>Forbid</legend>
        {LIABILITIES.map((kind) => (
          <label key={kind} class="check">
            <input type="checkbox" checked={forbidden.includes(kind)} onChange={() => toggle(kind)} />
            {LIABILITY_WORDS[kind]}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}
