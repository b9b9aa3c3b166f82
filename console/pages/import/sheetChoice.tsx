import { Field, Select } from "../../parts/form.tsx";
import type { Preview } from "./importDraft.ts";

/** Choice of the sheet of a workbook that is read. */
export function SheetChoice({
  sheets,
  onChoose,
}: {
  sheets: Preview["sheets"];
  onChoose: (sheet: string) => void;
}) {
  if (sheets.length < 2) return null;
  const labels = sheets.map(({ name, hidden }) => [name, hidden ? `${name} (hidden)` : name]);
  return (
    <Field id="sheet" label="Sheet" hint="One sheet is imported at a time; the others are left out.">
      <Select
        id="sheet"
        value={sheets.find(({ chosen }) => chosen)?.name ?? ""}
        options={Object.fromEntries(labels)}
        onChange={onChoose}
      />
    </Field>
  );
}
