import { sheetOf, workbookOf, zipOf } from "#test/shared/formats/zipping.ts";
import type { FileAttack } from "./fileAttacks.ts";

const cell = (at: string, value: string, type = "n"): string =>
  `<c r="${at}" t="${type}"><v>${value}</v></c>`;
const HEADER = `<row r="1">${cell("A1", "id", "str")}${cell("B1", "sequence", "str")}</row>`;
const ROW = `<row r="2">${cell("A2", "1")}${cell("B2", "ACDE", "str")}</row>`;
const SECRET = "file:///etc/passwd";

/** Workbook whose sheet relation has this target. */
function targeting(target: string, mode: string): Uint8Array {
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relation = (kind: string, to: string, more = ""): string =>
    `<Relationships><Relationship Id="rId1" Type="${type}/${kind}" Target="${to}"${more}/></Relationships>`;
  return zipOf(
    { path: "_rels/.rels", content: relation("officeDocument", "xl/workbook.xml") },
    {
      path: "xl/workbook.xml",
      content: '<workbook><sheets><sheet name="s" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    { path: "xl/_rels/workbook.xml.rels", content: relation("worksheet", target, ` TargetMode="${mode}"`) },
  );
}

/** Workbooks that point outside themselves, contradict themselves, or grow. */
export const WORKBOOK_ATTACKS: FileAttack[] = [
  {
    name: "an entity with a file of the machine",
    content: () =>
      workbookOf({
        sheet: sheetOf(`${HEADER}<row r="2">${cell("A2", "1")}${cell("B2", "0", "s")}</row>`),
        strings: `<!DOCTYPE sst [<!ENTITY e SYSTEM "${SECRET}">]><sst><si><t>&e;</t></si></sst>`,
      }),
    says: "its XML has a document type",
  },
  {
    name: "a sheet in a file of the machine",
    content: () => targeting(SECRET, "External"),
    says: "its sheets are missing",
  },
  {
    name: "texts that do not exist",
    content: () =>
      workbookOf({
        sheet: sheetOf(`${HEADER}<row r="2">${cell("A2", "1")}${cell("B2", "1e308", "s")}</row>`),
        strings: "<sst><si><t>A</t></si></sst>",
      }),
    says: 'cell B2 refers to the text number "1e308", which the file does not contain',
  },
  {
    name: "a cell twice",
    content: () => workbookOf({ sheet: sheetOf(HEADER + ROW.replace("</row>", `${cell("A2", "2")}</row>`)) }),
    says: "cell A2 is in the file twice",
  },
  {
    name: "a Boolean value that is neither true nor false",
    content: () =>
      workbookOf({ sheet: sheetOf(`${HEADER}<row r="2">${cell("A2", "1")}${cell("B2", "2", "b")}</row>`) }),
    columns: [
      { name: "id", type: "INT64" },
      { name: "sequence", type: "BOOL" },
    ],
    says: '"2" is neither true nor false',
  },
].map((attack) => ({ ...attack, format: "XLSX" }));
