import { columnLetters } from "./xlsxValue.ts";

/** Value of a cell; `day` is the number of days since 1970, and `time` the number of milliseconds since then. */
export type CellContent = string | number | boolean | null | { day: number } | { time: number };

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const DAY_STYLE = 1;
const TIME_STYLE = 2;
/** Style of text that a spreadsheet would read as one of its errors: the spreadsheet shows an apostrophe before it. */
const TEXT_STYLE = 3;
const DAY_MS = 86_400_000;
/** Day number of January 1, 1970 in spreadsheets. */
const EPOCH_DAY = 25_569;
/** Size of the pieces in which a sheet is written, in characters. */
const PIECE_CHARACTERS = 1 << 16;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not have these characters
const ESCAPED = /[&<>\x00-\x08\x0b-\x1f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/g;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Sheet to write. */
export interface WrittenSheet {
  name: string;
  rows: AsyncIterable<readonly CellContent[]> | Iterable<readonly CellContent[]>;
}

/** File in a workbook's archive, as pieces of text. */
export interface WorkbookPart {
  path: string;
  content: AsyncIterable<string> | Iterable<string>;
}

/** Returns the files of a workbook, with only a few rows in memory. Text is never interpreted as a formula. */
export function workbookParts(sheets: readonly WrittenSheet[]): WorkbookPart[] {
  const relation = (id: number, kind: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/>`;
  const relations = (...all: string[]): string[] => [
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all.join("")}</Relationships>`,
  ];
  const part = (name: string, type: string): string =>
    `<Override PartName="/xl/${name}.xml" ContentType="${TYPE}.${type}+xml"/>`;
  const types = [
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    part("workbook", "sheet.main"),
    ...sheets.map((_, index) => part(`worksheets/sheet${index + 1}`, "worksheet")),
    part("styles", "styles"),
  ];
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${escapeText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return [
    {
      path: "[Content_Types].xml",
      content: [`${DECLARATION}<Types xmlns="${PACKAGE}/content-types">${types.join("")}</Types>`],
    },
    { path: "_rels/.rels", content: relations(relation(1, "officeDocument", "xl/workbook.xml")) },
    {
      path: "xl/workbook.xml",
      content: [
        `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${listed.join("")}</sheets></workbook>`,
      ],
    },
    {
      path: "xl/_rels/workbook.xml.rels",
      content: relations(
        ...sheets.map((_, index) => relation(index + 1, "worksheet", `worksheets/sheet${index + 1}.xml`)),
        relation(sheets.length + 1, "styles", "styles.xml"),
      ),
    },
    { path: "xl/styles.xml", content: [`${DECLARATION}${STYLES}`] },
    ...sheets.map(({ rows }, index) => ({
      path: `xl/worksheets/sheet${index + 1}.xml`,
      content: sheetXml(rows),
    })),
  ];
}

const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`;

async function* sheetXml(rows: WrittenSheet["rows"]): AsyncGenerator<string> {
  let text = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>`;
  const letters: string[] = [];
  let line = 0;
  for await (const row of rows) {
    line++;
    while (letters.length < row.length) letters.push(columnLetters(letters.length));
    text += `<row r="${line}">`;
    for (let index = 0; index < row.length; index++) {
      text += cellXml(`${letters[index]}${line}`, row[index] as CellContent);
    }
    text += "</row>";
    if (text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = "";
  }
  yield `${text}</sheetData></worksheet>`;
}

function cellXml(reference: string, value: CellContent): string {
  switch (typeof value) {
    case "number":
      return `<c r="${reference}"><v>${value}</v></c>`;
    case "boolean":
      return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
    case "string":
      return `<c r="${reference}"${value.startsWith("#") ? ` s="${TEXT_STYLE}"` : ""} t="inlineStr"><is><t xml:space="preserve">${escapeText(value)}</t></is></c>`;
  }
  if (value === null) return "";
  return "day" in value
    ? `<c r="${reference}" s="${DAY_STYLE}"><v>${value.day + EPOCH_DAY}</v></c>`
    : `<c r="${reference}" s="${TIME_STYLE}"><v>${value.time / DAY_MS + EPOCH_DAY}</v></c>`;
}

/** Escapes characters that XML does not allow as `_x000D_`, and text that looks like an escape sequence of this form. */
function escapeText(text: string): string {
  return text.replace(ESCAPED, (character) => {
    if (character.length > 1) return `_x005F${character}`;
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return ENTITIES[character] ?? `_x${code}_`;
  });
}
