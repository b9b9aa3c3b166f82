/** CSV cell: null if it is empty, which means that the value is missing; `""` is an empty string. */
export type CsvCell = string | null;

/** Reads CSV as written by the service (RFC 4180), record by record. */
export async function* readCsv(stream: AsyncIterable<Uint8Array>): AsyncGenerator<CsvCell[]> {
  const decoder = new TextDecoder();
  let record: CsvCell[] = [];
  let cell = "";
  let isQuoted = false;
  let isInside = false;
  for await (const bytes of stream) {
    const text = decoder.decode(bytes, { stream: true });
    for (const character of text) {
      if (isInside && character !== '"') cell += character;
      else if (character === '"') {
        // A doubled quote is an escaped quote.
        if (isQuoted && !isInside) cell += '"';
        isQuoted = true;
        isInside = !isInside;
      } else if (character === "," || character === "\n") {
        record.push(cell === "" && !isQuoted ? null : cell);
        cell = "";
        isQuoted = false;
        if (character === "\n") {
          yield record;
          record = [];
        }
      } else if (character !== "\r") cell += character;
    }
  }
  if (record.length > 0 || cell !== "" || isQuoted) yield [...record, cell === "" && !isQuoted ? null : cell];
}
