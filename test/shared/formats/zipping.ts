import { crc32, deflateRawSync } from "node:zlib";

export interface ZippedFile {
  path: string;
  content: string | Buffer;
  /** Length listed in the directory, if it should be wrong. */
  told?: number;
}

/** ZIP archive of these files. */
export function zipOf(...files: ZippedFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content, told } of files) {
    const bytes = Buffer.from(content);
    const data = deflateRawSync(bytes);
    const name = Buffer.from(path);
    const fields = Buffer.alloc(24);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(told ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = [Buffer.from("504b0304", "hex"), fields, Buffer.alloc(2), name, data];
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset);
    directory.push(Buffer.from("504b01021400", "hex"), fields, Buffer.alloc(14 - 2), place, name);
    locals.push(...local);
    offset += 30 + name.length + data.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

export interface WorkbookParts {
  sheet: string | Buffer;
  strings?: string | Buffer;
  styles?: string | Buffer;
  workbook?: string;
  more?: ZippedFile[];
}

/** Workbook with one sheet, built from the given parts. */
export function workbookOf({ sheet, strings, styles, workbook, more = [] }: WorkbookParts): Buffer {
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`;
  const relations = (...all: string[]): string => `<Relationships>${all.join("")}</Relationships>`;
  return zipOf(
    { path: "_rels/.rels", content: relations(relation("rId1", "officeDocument", "xl/workbook.xml")) },
    {
      path: "xl/workbook.xml",
      content: workbook ?? '<workbook><sheets><sheet name="s" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      path: "xl/_rels/workbook.xml.rels",
      content: relations(
        relation("rId1", "worksheet", "worksheets/sheet1.xml"),
        relation("rId2", "sharedStrings", "sharedStrings.xml"),
        relation("rId3", "styles", "styles.xml"),
      ),
    },
    { path: "xl/worksheets/sheet1.xml", content: sheet },
    ...(strings === undefined ? [] : [{ path: "xl/sharedStrings.xml", content: strings }]),
    ...(styles === undefined ? [] : [{ path: "xl/styles.xml", content: styles }]),
    ...more,
  );
}

/** XML of a sheet with these rows. */
export function sheetOf(rows: string): string {
  return `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
}
