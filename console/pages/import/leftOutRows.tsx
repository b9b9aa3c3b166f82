import { plural } from "../../parts/format.ts";
import { saveFile } from "../../parts/saveFile.ts";
import type { LeftOut } from "./importDraft.ts";

interface LeftOutRowsProps {
  leftOut: LeftOut;
  onTakeBack: (original: File) => void;
}

/** Says how many rows are left out of the import, which can be saved as a file or taken back. */
export function LeftOutRows({ leftOut, onTakeBack }: LeftOutRowsProps) {
  const { original, head, rows, count } = leftOut;
  return (
    <div class="notice warn">
      <p role="status">
        {plural(count, "row")} of {original.name} will not be imported. The import keeps the whole file beside
        the rows.
      </p>
      <div class="row">
        <button
          type="button"
          class="small"
          onClick={() => saveFile(`left-out-${original.name}`, "text/plain", new Blob([head, ...rows]))}
        >
          Save these rows as a file
        </button>
        <button type="button" class="small" onClick={() => onTakeBack(original)}>
          Take them back
        </button>
      </div>
    </div>
  );
}
