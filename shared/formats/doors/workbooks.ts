export { type CellContent, workbookParts } from "../xlsx/workbookXml.ts";
