import { take, useWorkspace } from "../../../lab.ts";
import { SelectField } from "../../../parts/form.tsx";
import { optionsOf } from "../../../parts/optionsOf.ts";
import { latestOf, useResource } from "../../../resource.ts";
import { EARLIER_HOMOLOGS, type HomologsStated, NO_HOMOLOGS } from "./withHomologs.ts";

const SEQUENCE = "sequence";

interface HomologsFieldProps {
  /** Table of the measured variants, which is excluded from the options. */
  except: string | undefined;
  earlier: HomologsStated | null | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** Field for selecting the table of related proteins, such as an imported FASTA or A3M file; renders nothing if there is none. */
export function HomologsField({ except, earlier, value, onChange }: HomologsFieldProps) {
  const workspace = useWorkspace();
  const tables = latestOf(useResource(`trainable ${workspace.name}`, () => take(workspace.tables()))) ?? [];
  const names = tables
    .filter(({ reference, columns }) => {
      const isText = columns.some(({ name, type }) => name === SEQUENCE && type === "STRING");
      return isText && reference !== except;
    })
    .map(({ reference }) => reference);
  const isElsewhere = earlier != null && earlier.kind !== "TABLE";
  if (names.length === 0 && !isElsewhere) return null;
  return (
    <SelectField
      id="homologs"
      label="Related proteins"
      hint="Homologs show which residues are possible at each position. Import them as FASTA or A3M, for example."
      value={value}
      options={{
        [NO_HOMOLOGS]: "none",
        ...(isElsewhere && { [EARLIER_HOMOLOGS]: "those of the earlier training run" }),
        ...optionsOf(names),
      }}
      onChange={onChange}
    />
  );
}
