import { ThriftBytes } from "./thriftBytes.ts";
import {
  BINARY,
  BrokenFooter,
  damagedFooter,
  I32,
  I64,
  LIST,
  STOP,
  STRUCT,
  ThriftReader,
} from "./thriftReader.ts";

/** Row group as stated in the footer. */
export interface RowGroup {
  rows: number;
  columns: ColumnChunk[];
}

export interface ColumnChunk {
  values: number;
  /** Position of its first page, in bytes. */
  start: number;
  /** Length of its pages, in bytes. */
  length: number;
}

/** Field ids of Parquet's metadata (parquet.thrift). All are below 32, see `copyFields`. */
const FILE = { version: 1, schema: 2, rows: 3, groups: 4, encryption: 8 };
const GROUP = { columns: 1, bytes: 2, rows: 3 };
const CHUNK = { path: 1, offset: 2, metadata: 3 };
const ELEMENT = { name: 4, logicalType: 10 };
const METADATA = {
  type: 1,
  encodings: 2,
  path: 3,
  codec: 4,
  values: 5,
  bytes: 6,
  length: 7,
  dataPages: 9,
  dictionary: 11,
};

/** Fields that are kept, with their types. */
const KEPT = {
  file: { [FILE.version]: I32, [FILE.schema]: LIST, [FILE.rows]: I64, [FILE.groups]: LIST },
  group: { [GROUP.columns]: LIST, [GROUP.bytes]: I64, [GROUP.rows]: I64 },
  element: {
    1: I32,
    2: I32,
    3: I32,
    [ELEMENT.name]: BINARY,
    5: I32,
    6: I32,
    7: I32,
    8: I32,
    9: I32,
    [ELEMENT.logicalType]: STRUCT,
  },
  chunk: { [CHUNK.path]: BINARY, [CHUNK.offset]: I64, [CHUNK.metadata]: STRUCT },
  metadata: {
    [METADATA.type]: I32,
    [METADATA.encodings]: LIST,
    [METADATA.path]: LIST,
    [METADATA.codec]: I32,
    [METADATA.values]: I64,
    [METADATA.bytes]: I64,
    [METADATA.length]: I64,
    [METADATA.dataPages]: I64,
    [METADATA.dictionary]: I64,
  },
};

const OTHER_FILE = "its columns are in another file; write the columns and the metadata into one file";

/** Positions below this one contain no page; some writers state 0 for a missing dictionary. */
const FIRST_PAGE = 4;

/**
 * Returns a footer with only the fields that are needed to decode the pages. Statistics, indexes, Bloom filters, sort orders
 * and key-value metadata are claims by the writer, and the engine would believe them. Passes every row group to `onGroup`.
 * Throws BrokenFooter.
 */
export function provenFooter(footer: Uint8Array, onGroup: (group: RowGroup) => void): Buffer {
  const rewriter = new FooterRewriter(footer, onGroup);
  rewriter.copyFile();
  return rewriter.written.result();
}

class FooterRewriter extends ThriftReader {
  readonly written = new ThriftBytes();
  private readonly onGroup: (group: RowGroup) => void;

  constructor(footer: Uint8Array, onGroup: (group: RowGroup) => void) {
    super(footer);
    this.onGroup = onGroup;
  }

  copyFile(): void {
    this.copyFields(0, KEPT.file, (field, type) => {
      if (field === FILE.schema) this.copyList(STRUCT, () => this.copyElement());
      else if (field === FILE.groups) this.copyList(STRUCT, () => this.copyGroup());
      else this.copyValue(type, 1);
    });
  }

  private copyElement(): void {
    this.copyFields(2, KEPT.element, (field, type) => {
      if (field === ELEMENT.logicalType) this.copyUnion();
      else this.copyValue(type, 3);
    });
  }

  /** Copies a union. Readers differ in which of several fields they use. */
  private copyUnion(): void {
    const start = this.at;
    let fields = 0;
    this.readFields(3, (_, type) => {
      this.skipValue(type, 4);
      if (++fields > 1) throw damagedFooter("a column in it has several types");
    });
    this.written.put(this.bytes.subarray(start, this.at));
  }

  private copyGroup(): void {
    const group: RowGroup = { rows: 0, columns: [] };
    this.copyFields(1, KEPT.group, (field, type) => {
      if (field === GROUP.columns) {
        group.columns = [];
        this.copyList(STRUCT, () => group.columns.push(this.copyChunk()));
      } else if (field === GROUP.rows) group.rows = this.copyNumber();
      else this.copyValue(type, 2);
    });
    this.onGroup(group);
  }

  private copyChunk(): ColumnChunk {
    let chunk: ColumnChunk | undefined;
    this.copyFields(2, KEPT.chunk, (field, type) => {
      if (field === CHUNK.path) throw new BrokenFooter(OTHER_FILE);
      if (field === CHUNK.metadata) chunk = this.copyMetadata();
      else this.copyValue(type, 3);
    });
    if (chunk === undefined) throw damagedFooter("a column has no metadata");
    return chunk;
  }

  private copyMetadata(): ColumnChunk {
    const metadata = { values: 0, length: 0, dataPages: 0, dictionary: 0 };
    this.copyFields(3, KEPT.metadata, (field, type) => {
      if (field === METADATA.encodings) this.copyList(I32, () => this.copyValue(I32, 5));
      else if (field === METADATA.path) this.copyList(BINARY, () => this.copyValue(BINARY, 5));
      else if (field === METADATA.values) metadata.values = this.copyNumber();
      else if (field === METADATA.length) metadata.length = this.copyNumber();
      else if (field === METADATA.dataPages) metadata.dataPages = this.copyNumber();
      else if (field === METADATA.dictionary) metadata.dictionary = this.copyNumber();
      else this.copyValue(type, 4);
    });
    const { values, length, dataPages, dictionary } = metadata;
    return { values, length, start: dictionary < FIRST_PAGE ? dataPages : dictionary };
  }

  private copyFields(
    depth: number,
    kept: Readonly<Record<number, number>>,
    copyContent: (field: number, type: number) => void,
  ): void {
    let last = 0;
    /** One bit per field. */
    let copied = 0;
    this.readFields(depth, (field, type) => {
      if (depth === 0 && field === FILE.encryption) throw new BrokenFooter("the file is encrypted");
      if (kept[field] !== type) {
        this.skipValue(type, depth + 1);
        return;
      }
      // Readers differ in which of the values they use.
      if ((copied & (1 << field)) !== 0) throw damagedFooter("it states a value twice");
      copied |= 1 << field;
      this.written.fieldHeader(field, last, type);
      last = field;
      copyContent(field, type);
    });
    this.written.byte(STOP);
  }

  /** Copies a list. Its items must have the expected type, because the engine does not check it. */
  private copyList(expected: number, copyItem: () => void): void {
    const { size, itemType } = this.readListHeader();
    if (size > 0 && itemType !== expected) throw damagedFooter("a list in it has items of the wrong type");
    this.written.listHeader(size, itemType);
    for (let index = 0; index < size; index++) copyItem();
  }

  private copyNumber(): number {
    const start = this.at;
    const value = Number(this.readInteger());
    this.written.put(this.bytes.subarray(start, this.at));
    return value;
  }

  private copyValue(type: number, depth: number): void {
    const start = this.at;
    this.skipValue(type, depth);
    this.written.put(this.bytes.subarray(start, this.at));
  }
}
