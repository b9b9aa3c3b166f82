import { formatBytes } from "../../parts/format.ts";
import type { Preview } from "./importDraft.ts";

interface ImportedFileProps {
  file: File;
  preview: Preview;
  onAnother: () => void;
}

/** Shows the name, format and size of the imported file. */
export function ImportedFile({ file, preview: { format, instrument }, onAnother }: ImportedFileProps) {
  return (
    <div class="row">
      <strong>{file.name}</strong>
      <span class="muted">
        {format ?? "unknown format"}
        {instrument !== null && ` of ${instrument}`} · {formatBytes(file.size)}
      </span>
      <button type="button" class="small" onClick={onAnother}>
        Another file
      </button>
    </div>
  );
}
