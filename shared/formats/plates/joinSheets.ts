import { NUMBER } from "@pdp/basics/columns";
import { formatCount } from "@pdp/basics/wording";
import { completePlates } from "../detect/completePlates.ts";
import type { GridLine } from "../detect/plateGrid.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { findGrids } from "./findGrids.ts";
import { isLayoutTitle } from "./gridKind.ts";
import { readTitle } from "./gridTitle.ts";
import { startsWithWells } from "./instruments/readers.ts";
import { layoutName, WELL_COLUMNS } from "./layout.ts";
import { listLayout, measuredList } from "./listLayout.ts";
import { plateOfName } from "./plateOfName.ts";
import { type PlateTable, readPlates } from "./plateTable.ts";
import { type WellDescription, wellKey } from "./wellDescription.ts";
import { wellList } from "./wellList.ts";

/** Sheet of a workbook with its cells. */
export interface NamedSheet {
  name: string;
  lines: readonly GridLine[];
}

/** Plates of several sheets as one table. */
export interface JoinedSheets {
  table: PlateTable;
  /** Names of the sheets with measurements, of those that describe their wells, and of all others. */
  measured: string[];
  describing: string[];
  others: string[];
  /** Lines of the first sheet with measurements. */
  first: readonly GridLine[];
  /** True if several sheets measure the same wells, which neither plates nor reads distinguish. */
  areRepeated: boolean;
  /** True if the sheets with measurements are plates or reads by their names, or have names that only differ by a number. */
  areAlike: boolean;
}

/** Names of sheets that contain a read rather than a plate. */
const READ =
  /^(?:(?:od|abs(?:orbance)?|a|em|ex)[ _]?\d{2,4}(?:[ _]?nm)?|[2-9]\d\d(?:[ _]?nm)?|fluo\w*|rfu|rlu|lumi\w*|gfp|rfp|yfp|cfp|bfp|mcherry|mscarlet|tdtomato|od|absorbance|ratio|raw|blank\w*|corrected\w*|normali[sz]ed\w*)$/i;
/** Name of a sheet with the volumes of a plate; without a unit, they may be volumes of spots or cells. */
const VOLUME = /^volumes?\s*[[(]?\s*[nuµμm]?l\b/i;
/** Maximum length of a plate's name, as in titles. */
const MAX_NAME = 60;
const MAX_CELLS = 2_000_000;
/** Maximum number of columns that describe wells. */
const MAX_DESCRIPTIONS = 100;

/**
 * Joins the plates of several sheets: sheets with measurements are plates, or reads of one plate, and sheets that describe wells, as
 * grids or as lists, become columns. Lists of measured wells are plates if no sheet has plates as grids. `base` is the plate that the file's name contains. Throws UnreadableText if there are no wells.
 */
export function joinSheets(sheets: readonly NamedSheet[], base: string | undefined): JoinedSheets {
  const contents = sheets.map((sheet) => ({ ...sheet, content: contentOf(sheet) }));
  const [grids, lists] = (["GRIDS", "LIST"] as const).map((kind) =>
    contents.flatMap(({ name, lines, content }) =>
      content.kind === kind ? [{ name, lines, read: content.read }] : [],
    ),
  ) as [MeasuredSheet[], MeasuredSheet[]];
  const measured = grids.length > 0 ? grids : lists;
  const described = contents.flatMap(({ name, content }) =>
    content.kind === "DESCRIPTION" ? [{ name, description: content.description }] : [],
  );
  if (measured.length === 0) throw new UnreadableText("no sheet contains plates with measurements");
  const areReads = measured.length > 1 && measured.every(({ name }) => READ.test(name.trim()));
  const plates = measured.map((sheet) => plateNameOf(sheet, measured, base));
  const tables = measured.map((sheet, at) => {
    if (areReads) return withRead(sheet.read(base), sheet.name);
    const table = sheet.read(plates[at]);
    const isShared = plates.some((plate, other) => other !== at && plate === plates[at]);
    return isShared ? withRead(table, wordsOf(sheet.name)) : table;
  });
  const table = withDescriptions(
    concatenate(tables),
    described.map(({ description }) => description),
  );
  const shapes = new Set(tables.map(shapeOf));
  const areRepeated = haveSameWells(tables);
  return {
    table,
    first: (measured[0] as NamedSheet).lines,
    measured: measured.map(({ name }) => name),
    describing: described.map(({ name }) => name),
    others: contents.flatMap(({ name, content }) =>
      content.kind === "OTHER" || (content.kind === "LIST" && grids.length > 0) ? [name] : [],
    ),
    areRepeated,
    areAlike:
      !areRepeated &&
      (areReads ||
        measured.every(({ name }) => plateOfName(name) !== undefined) ||
        (shapes.size === 1 && new Set(measured.map(({ name }) => stemOf(name))).size === 1)),
  };
}

/** Reads the wells of a sheet; `base` is the plate that a name contains. */
type ReadWells = (base: string | undefined) => PlateTable;

interface MeasuredSheet extends NamedSheet {
  read: ReadWells;
}

type Content =
  /** Plates as grids, or as a list of wells. */
  | { kind: "GRIDS" | "LIST"; read: ReadWells }
  | { kind: "DESCRIPTION"; description: WellDescription }
  | { kind: "OTHER" };

function contentOf({ name, lines }: NamedSheet): Content {
  if (!startsWithWells(lines) && findGrids(completePlates(lines)).length === 0) return contentOfList(lines);
  const read = platesOrNothing(lines);
  if (read === undefined) return { kind: "OTHER" };
  const table = read();
  const value = table.header.indexOf("value");
  const values = table.rows.flatMap((row) => row[value] ?? []);
  const areNumbers = 2 * values.filter((text) => NUMBER.test(text)).length > values.length;
  const words = wordsOf(name);
  if (values.length > 0 && areNumbers && !isLayoutTitle(words, "") && !VOLUME.test(words))
    return { kind: "GRIDS", read: (base) => (base === undefined ? table : read(base)) };
  return { kind: "DESCRIPTION", description: descriptionOf(table, name, words) };
}

function contentOfList(lines: readonly GridLine[]): Content {
  const list = wellList(lines);
  if (list === undefined) return { kind: "OTHER" };
  const description = listLayout(list);
  if (description !== undefined) return { kind: "DESCRIPTION", description };
  if (measuredList(list, undefined) === undefined) return { kind: "OTHER" };
  return { kind: "LIST", read: (base) => measuredList(list, base) as PlateTable };
}

function platesOrNothing(lines: readonly GridLine[]): ((base?: string) => PlateTable) | undefined {
  try {
    return readPlates(lines);
  } catch (error) {
    if (error instanceof UnreadableText) return undefined;
    throw error;
  }
}

/** Reads a sheet of descriptions; its values are also a description, and a grid without a title has the name of the sheet. */
function descriptionOf({ header, rows }: PlateTable, sheet: string, words: string): WellDescription {
  const [plate, well, value] = ["plate", "well", "value"].map((name) => header.indexOf(name)) as [
    number,
    number,
    number,
  ];
  const describingColumns = header
    .map((_, at) => at)
    .slice(WELL_COLUMNS.filter((name) => header.includes(name)).length);
  const columns = [value, ...describingColumns].filter((at) => rows.some((row) => row[at] !== null));
  const called = layoutName(words);
  const names = columns.map((at) =>
    at === value || header[at] === "layout" ? called : (header[at] as string),
  );
  const stated = plateOfName(sheet);
  const plates = new Set(rows.map((row) => row[plate]));
  const hasPlates = stated !== undefined || plates.size > 1;
  const values = new Map(
    rows.map((row) => {
      const of = hasPlates ? (stated ?? row[plate] ?? undefined) : undefined;
      return [wellKey(of, row[well] ?? ""), columns.map((at) => row[at] ?? null)] as const;
    }),
  );
  return { names, values, hasPlates };
}

/** Returns the name of a sheet without its number, or its last letter. */
function stemOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[ _-]*(?:\(?\d{1,3}\)?|(?<![a-z])[a-z])$/, "");
}

/** Returns the plate of a sheet: the one that its name contains, its name if others have measurements, too, or the file's. */
function plateNameOf(
  { name }: NamedSheet,
  measured: readonly NamedSheet[],
  base: string | undefined,
): string | undefined {
  return plateOfName(name) ?? (measured.length > 1 ? name.trim().slice(0, MAX_NAME) : base);
}

/** Returns the words of a sheet's name beside its plate, such as `OD600` in `Plate 1 OD600`. */
function wordsOf(name: string): string {
  return readTitle(name.replaceAll("_", " ")).words;
}

/** Tells whether two tables measure the same well of the same plate, read and time. */
function haveSameWells(tables: readonly PlateTable[]): boolean {
  const seen = new Map<string, PlateTable>();
  return tables.some((table) => {
    const places = ["plate", "read", "time", "well"].map((name) => table.header.indexOf(name));
    return table.rows.some((row) => {
      const key = JSON.stringify(places.map((at) => row[at] ?? null));
      const first = seen.get(key) ?? table;
      seen.set(key, first);
      return first !== table;
    });
  });
}

/** Names the reads of a sheet after it. */
function withRead(table: PlateTable, name: string): PlateTable {
  const read = table.header.indexOf("read");
  const rows = table.rows.map((row) =>
    row.map((cell, at) => (at === read ? [name.trim(), cell].filter(Boolean).join(" ") || null : cell)),
  );
  return { ...table, rows };
}

/** Describes the form of a table: its columns, its reads, and its number of wells. */
function shapeOf({ header, rows }: PlateTable): string {
  const read = header.indexOf("read");
  const reads = new Set(rows.map((row) => row[read]));
  const well = header.indexOf("well");
  return JSON.stringify([header, [...reads].sort(), new Set(rows.map((row) => row[well])).size > 96]);
}

/** Puts tables below each other; a column that a table does not have is empty. */
function concatenate(tables: readonly PlateTable[]): PlateTable {
  const all = new Set(tables.flatMap(({ header }) => header));
  const ofWells = WELL_COLUMNS.filter((name) => all.has(name));
  const others = [...all].filter((name) => !(WELL_COLUMNS as readonly string[]).includes(name));
  const header = [...ofWells, ...others];
  const rows = tables.flatMap((table) => {
    const places = header.map((name) => table.header.indexOf(name));
    return table.rows.map((row) => places.map((at) => (at < 0 ? null : (row[at] ?? null))));
  });
  return {
    header,
    rows,
    outside: tables.reduce((sum, { outside }) => sum + outside, 0),
    repeated: tables.flatMap(({ repeated }) => repeated),
    described: tables.flatMap(({ described }) => described),
  };
}

/** Adds the columns of descriptions to the wells; properties of wells that were not measured are counted as outside. */
function withDescriptions(table: PlateTable, descriptions: readonly WellDescription[]): PlateTable {
  const [plate, well] = [table.header.indexOf("plate"), table.header.indexOf("well")];
  const columns = new Map<string, { description: WellDescription; at: number }[]>();
  for (const description of descriptions)
    for (const [at, name] of description.names.entries()) {
      const free = freeName(name, table.header, columns, description);
      columns.set(free, [...(columns.get(free) ?? []), { description, at }]);
      if (columns.size > MAX_DESCRIPTIONS)
        throw new UnreadableText(
          `the sheets have more than ${formatCount(MAX_DESCRIPTIONS, "description")} per well; split the workbook`,
        );
    }
  if (table.rows.length * (table.header.length + columns.size) > MAX_CELLS)
    throw new UnreadableText(
      `the wells and their descriptions have more than ${formatCount(MAX_CELLS, "cell")}; split the workbook`,
    );
  const used = new Map(descriptions.map((description) => [description, new Set<string>()]));
  const rows = table.rows.map((row) => {
    const added = [...columns.values()].map((sources) => {
      for (const { description, at } of sources) {
        const key = wellKey(description.hasPlates ? (row[plate] ?? undefined) : undefined, row[well] ?? "");
        const cell = description.values.get(key)?.[at] ?? null;
        if (cell === null) continue;
        used.get(description)?.add(key);
        return cell;
      }
      return null;
    });
    return [...row, ...added];
  });
  const unused = descriptions.reduce((sum, description) => sum + unusedCells(description, used), 0);
  return { ...table, header: [...table.header, ...columns.keys()], rows, outside: table.outside + unused };
}

function unusedCells(
  description: WellDescription,
  used: ReadonlyMap<WellDescription, ReadonlySet<string>>,
): number {
  let count = 0;
  for (const [key, cells] of description.values)
    if (!used.get(description)?.has(key)) count += cells.filter((cell) => cell !== null).length;
  return count;
}

/** Returns a name that no column of the wells has, and no column of a description of the same wells. */
function freeName(
  name: string,
  header: readonly string[],
  columns: ReadonlyMap<string, readonly { description: WellDescription }[]>,
  described: WellDescription,
): string {
  const isTaken = (free: string) =>
    header.includes(free) ||
    (columns.get(free) ?? []).some(
      ({ description }) => description === described || !description.hasPlates || !described.hasPlates,
    );
  let free = name;
  for (let count = 2; isTaken(free); count++) free = `${name}_${count}`;
  return free;
}
