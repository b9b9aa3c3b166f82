import { writeFile } from "node:fs/promises";
import type { Json } from "@duckdb/node-api";
import { isReserved } from "@pdp/trino/parse";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, values } from "../formats/ingesting.ts";

export interface Loaded {
  preview: FilePreview;
  /** Names of the table's columns. */
  names: string[];
  /** Rows as a load with the proposed config stores them; null if the preview proposes no config or has problems. */
  rows: Json[][] | null;
}

/** Previews a file and loads it with the proposed config, unchanged. */
export async function loadByPreview(
  content: string | Uint8Array,
  name = "export.txt",
  sheet?: string,
): Promise<Loaded> {
  const path = newPath(name.slice(name.lastIndexOf(".") + 1));
  await writeFile(path, content);
  const preview = await previewFile(
    { path, name, isCut: false, ...(sheet !== undefined && { sheet }) },
    isReserved,
  );
  const { config, problems } = preview;
  if (config === null || problems.length > 0) return { preview, names: [], rows: null };
  const table = loadTable("t", config, []);
  const rows = await values(table.format, content, table.columns, table);
  return { preview, names: table.columns.map((column) => column.name), rows };
}
