import { take, useWorkspace } from "../../../lab.ts";
import { Field, Select } from "../../../parts/form.tsx";
import { latestOf, useResource } from "../../../resource.ts";

/**
 * Options to train without related proteins, or with the related proteins that an earlier training run got from another
 * source.
 */
export const NO_HOMOLOGS = "";
export const EARLIER_HOMOLOGS = " ";
const SEQUENCE = "sequence";

/** Related proteins in the form of training parameters. */
export interface HomologsStated {
  kind?: string;
  table?: string;
}

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
    <Field
      id="homologs"
      label="Related proteins"
      hint="Homologs show which residues are possible at each position. Import them as FASTA or A3M, for example."
    >
      <Select
        id="homologs"
        value={value}
        options={{
          [NO_HOMOLOGS]: "none",
          ...(isElsewhere && { [EARLIER_HOMOLOGS]: "those of the earlier training run" }),
          ...Object.fromEntries(names.map((name) => [name, name])),
        }}
        onChange={onChange}
      />
    </Field>
  );
}

/** Returns the choice of an earlier training run. */
export function choiceOf(earlier: HomologsStated | null | undefined): string {
  if (earlier == null) return NO_HOMOLOGS;
  return earlier.kind === "TABLE" ? (earlier.table ?? NO_HOMOLOGS) : EARLIER_HOMOLOGS;
}

/** Returns the training parameters with the selected related proteins, which replace those of an earlier training run. */
export function withHomologs<Parameters extends object>(
  parameters: Parameters & { homologs?: unknown },
  choice: string,
): Parameters {
  if (choice === EARLIER_HOMOLOGS) return parameters;
  const { homologs: _, ...others } = parameters;
  const chosen = choice === NO_HOMOLOGS ? {} : { homologs: { kind: "TABLE", table: choice } };
  return { ...others, ...chosen } as unknown as Parameters;
}
