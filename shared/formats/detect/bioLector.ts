import { OpenSection } from "./openSection.ts";
import { recordLines } from "./recordLines.ts";
import type { TextSection } from "./textSection.ts";

/** Header of the readings of a BioLector, of the first generation and of BioLector Pro. */
const HEADER = /^(?:READING;WELLNUM;|Type;Cycle;Well;Filterset;)/;
/** Line of BioLector Pro above another section. */
const SECTION = /^=====/;

/** Finds the table of readings of a BioLector, below its settings; undefined in other files. */
export function findReadings(text: string, isWhole: boolean): TextSection | undefined {
  let open: OpenSection | undefined;
  for (const record of recordLines(text)) {
    if (open === undefined && HEADER.test(record.text)) open = new OpenSection("readings", record, ";");
    else if (SECTION.test(record.text) && open !== undefined) return open.end(false, isWhole);
    else open?.take(record);
  }
  return open?.end(true, isWhole);
}
