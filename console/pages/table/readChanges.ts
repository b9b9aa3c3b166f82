/** Comparison row: its kind of change, the number of identical rows, and its values as text. */
export interface ChangedRow {
  change: "ADDED" | "REMOVED" | "CHANGED_FROM" | "CHANGED_TO";
  rows: number;
  values: Record<string, unknown>;
}

export interface Changes {
  rows: ChangedRow[];
  /** True if there are more rows than were read. */
  more: boolean;
}

/** Reads the first rows of a comparison, which is streamed as JSON lines, and cancels the rest. */
export async function readChanges(stream: ReadableStream<Uint8Array>, maxRows: number): Promise<Changes> {
  const rows: ChangedRow[] = [];
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = `${rest}${decoder.decode(value, { stream: !done })}`.split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    for (const line of lines) {
      if (line === "") continue;
      if (rows.length === maxRows) {
        await reader.cancel();
        return { rows, more: true };
      }
      rows.push(readRow(line));
    }
    if (done) return { rows, more: false };
  }
}

function readRow(line: string): ChangedRow {
  const { $change, $rows, ...values } = JSON.parse(line);
  return { change: $change, rows: Number($rows), values };
}

/** Returns the text of a cell value. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
