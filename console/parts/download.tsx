import { useState } from "preact/hooks";
import type { QueryOptions } from "#client/queryResult.ts";
import type { ResultFormat } from "#client/workspace.ts";
import { useWorkspace } from "../lab.ts";
import { Menu } from "./menu.tsx";
import { saveStream } from "./saveFile.ts";
import { say, sayError } from "./toast.tsx";

const FORMATS: Record<ResultFormat, { label: string; extension: string; type: string }> = {
  CSV: { label: "CSV", extension: "csv", type: "text/csv" },
  XLSX: {
    label: "Excel (XLSX)",
    extension: "xlsx",
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  PARQUET: { label: "Parquet", extension: "parquet", type: "application/vnd.apache.parquet" },
  ARROW: { label: "Arrow", extension: "arrow", type: "application/vnd.apache.arrow.stream" },
  NDJSON: { label: "NDJSON", extension: "ndjson", type: "application/x-ndjson" },
};

interface DownloadProps {
  sql: string;
  options: Omit<QueryOptions, "signal">;
  /** File name without extension. */
  name: string;
}

/** Menu that saves all rows of a query as a file, regardless of how many are shown. */
export function Download({ sql, options, name }: DownloadProps) {
  const workspace = useWorkspace();
  const [isBusy, setBusy] = useState(false);
  const save = async (format: ResultFormat) => {
    setBusy(true);
    try {
      const { extension, type } = FORMATS[format];
      const file = `${name}.${extension}`;
      await saveStream(file, type, await workspace.queryFile(sql, format, options));
      say(`${file} was saved.`);
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu label={isBusy ? "Downloading…" : "Download"}>
      {(Object.keys(FORMATS) as ResultFormat[]).map((format) => (
        <button key={format} type="button" disabled={isBusy} onClick={() => void save(format)}>
          {FORMATS[format].label}
        </button>
      ))}
    </Menu>
  );
}
