import { FALSE, I32, LIST, STRUCT, ThriftReader, TRUE } from "./thriftReader.ts";

/** Field ids of Parquet's metadata. */
const SCHEMA = 2;
const ROW_GROUPS = 4;
const COLUMNS = 1;
const COLUMN_METADATA = 3;
const PHYSICAL_TYPE = 1;
const LOGICAL_TYPE = 10;
const TIMESTAMP = 8;
const IS_UTC = 1;
const UNIT = 2;
const NANOSECONDS = 3;

/** Physical types as encoded by Thrift, as zigzag numbers. */
const INT96 = 2 * 3;
const FIXED_LENGTH = 2 * 7;
/** Field `type_length` with 12 bytes, following `type`: its header and its value. */
const LENGTH_12 = [0x15, 2 * 12];

/**
 * Returns a footer with which the engine reads times without loss, although it truncates nanoseconds in UTC times and in the
 * type INT96: INT96 becomes the 12-byte type (see `int96Nanoseconds`), and nanosecond times are no longer marked as UTC. The
 * footer must already have been checked.
 */
export function patchFooter(footer: Uint8Array): Buffer {
  const patch = new FooterPatch(Buffer.from(footer));
  patch.read();
  return patch.result();
}

class FooterPatch extends ThriftReader {
  private readonly copy: Buffer;
  /** Insert positions for `LENGTH_12`. */
  private readonly inserted: number[] = [];

  constructor(copy: Buffer) {
    super(copy);
    this.copy = copy;
  }

  read(): void {
    this.readFields(0, (field, type) => {
      if (field === SCHEMA && type === LIST) this.eachStruct(() => this.readSchemaElement());
      else if (field === ROW_GROUPS && type === LIST) this.eachStruct(() => this.readRowGroup());
      else this.skipValue(type, 1);
    });
  }

  result(): Buffer {
    const pieces: Buffer[] = [];
    let from = 0;
    for (const at of this.inserted) {
      pieces.push(this.copy.subarray(from, at), Buffer.from(LENGTH_12));
      from = at;
    }
    return Buffer.concat([...pieces, this.copy.subarray(from)]);
  }

  private eachStruct(read: () => void): void {
    const { size, itemType } = this.readListHeader();
    for (let index = 0; index < size; index++) {
      if (itemType === STRUCT) read();
      else this.skipItem(itemType, 2);
    }
  }

  private readSchemaElement(): void {
    let isInt96 = false;
    this.readFields(2, (field, type) => {
      // The field id delta of the field after the inserted one decreases by one.
      if (isInt96 && this.inserted.at(-1) === this.fieldAt) this.shiftHeader(this.fieldAt);
      if (field === PHYSICAL_TYPE && type === I32) {
        isInt96 = this.replaceType();
        if (isInt96) this.inserted.push(this.at);
      } else if (field === LOGICAL_TYPE && type === STRUCT) this.readLogicalType();
      else this.skipValue(type, 2);
    });
  }

  private shiftHeader(at: number): void {
    const header = this.copy[at] as number;
    // A header without a delta is followed by the field's id.
    if (header >= 0x20) this.copy[at] = header - 0x10;
  }

  private readLogicalType(): void {
    this.readFields(3, (kind, type) => {
      if (kind !== TIMESTAMP || type !== STRUCT) {
        this.skipValue(type, 3);
        return;
      }
      let utcAt = -1;
      let isNanoseconds = false;
      this.readFields(4, (field, inner) => {
        if (field === IS_UTC && inner === TRUE) utcAt = this.fieldAt;
        if (field === UNIT && inner === STRUCT) {
          this.readFields(5, (unit, unitType) => {
            if (unit === NANOSECONDS) isNanoseconds = true;
            this.skipValue(unitType, 5);
          });
        } else this.skipValue(inner, 4);
      });
      if (utcAt >= 0 && isNanoseconds) this.copy[utcAt] = ((this.copy[utcAt] as number) & 0xf0) | FALSE;
    });
  }

  private readRowGroup(): void {
    this.readFields(2, (field, type) => {
      if (field === COLUMNS && type === LIST) this.eachStruct(() => this.readColumnChunk());
      else this.skipValue(type, 2);
    });
  }

  private readColumnChunk(): void {
    this.readFields(3, (field, type) => {
      if (field !== COLUMN_METADATA || type !== STRUCT) {
        this.skipValue(type, 3);
        return;
      }
      this.readFields(4, (inner, innerType) => {
        if (inner === PHYSICAL_TYPE && innerType === I32) this.replaceType();
        else this.skipValue(innerType, 4);
      });
    });
  }

  /** Replaces the type INT96; returns whether it occurred. */
  private replaceType(): boolean {
    const at = this.at;
    this.readVarint();
    if (this.at !== at + 1 || this.copy[at] !== INT96) return false;
    this.copy[at] = FIXED_LENGTH;
    return true;
  }
}

/** Day number of the Unix epoch in INT96's day count. */
const EPOCH_DAY = 2_440_588;

/**
 * Returns SQL that converts the bytes of an INT96 value to nanoseconds since 1970: 8 bytes contain the nanoseconds of the day,
 * and 4 contain the day.
 */
export function int96Nanoseconds(value: string): string {
  const number = (first: number, last: number): string => {
    const bytes = [];
    for (let at = last; at >= first; at--) bytes.push(`substr(hex(${value}), ${2 * at - 1}, 2)`);
    return `CAST(CAST('0x' || ${bytes.join(" || ")} AS UBIGINT) AS HUGEINT)`;
  };
  return `((${number(9, 12)} - ${EPOCH_DAY}) * 86400000000000 + ${number(1, 8)})`;
}
