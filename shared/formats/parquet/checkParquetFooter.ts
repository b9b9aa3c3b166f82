import { formatCount } from "@pdp/basics/wording";
import { BrokenFooter, damagedFooter, I64, LIST, STRUCT, ThriftReader } from "./thriftReader.ts";
/** Relevant fields of a Parquet footer, as raw Thrift values. */
export interface FooterFields {
  schema: Uint8Array;
  rowCount: Uint8Array;
}

/**
 * Maximum length of a footer, in bytes. A file may be up to 100 MiB in size, and the footer for 2,000 columns in 100 row
 * groups takes up about 30 MB.
 */
export const MAX_FOOTER_BYTES = 64 * 1024 * 1024;
/** Maximum number of fields and items in the schema, which is converted to objects. A schema element has at most 18. */
const MAX_SCHEMA_VALUES = 500_000;
const MAX_SCHEMA_ELEMENTS = 50_000;
/** Field ids of a footer. */
const SCHEMA = 2;
const ROW_COUNT = 3;
const ROW_GROUPS = 4;

/**
 * Validates the bytes of a footer in one pass without allocating values, so that the time is linear for any input. Returns the
 * relevant fields, or the reason for a problem.
 */
export function checkParquetFooter(footer: Uint8Array): FooterFields | string {
  try {
    return new FooterReader(footer).read();
  } catch (error) {
    if (error instanceof BrokenFooter) return error.message;
    throw error;
  }
}

class FooterReader extends ThriftReader {
  read(): FooterFields {
    const fields = new Map<number, Uint8Array>();
    this.readFields(0, (field, type) => {
      const start = this.at;
      if (field === SCHEMA) this.readSchema(type);
      else this.skipValue(type, 1);
      if (field === ROW_COUNT && type !== I64)
        throw damagedFooter("its number of rows is not a 64-bit number");
      fields.set(field, this.bytes.subarray(start, this.at));
    });
    const [schema, rowCount] = [fields.get(SCHEMA), fields.get(ROW_COUNT)];
    if (schema === undefined) throw damagedFooter("it has no schema");
    if (rowCount === undefined) throw damagedFooter("its number of rows is missing");
    if (!fields.has(ROW_GROUPS)) throw damagedFooter("its list of row groups is missing");
    return { schema, rowCount };
  }

  private readSchema(type: number): void {
    if (type !== LIST) throw damagedFooter("its schema is not a list");
    const { size, itemType } = this.readListHeader();
    if (itemType !== STRUCT) throw damagedFooter("its schema is not a list of columns");
    if (size > MAX_SCHEMA_ELEMENTS) throw tooManyInSchema();
    this.limit(MAX_SCHEMA_VALUES, tooManyInSchema, () => {
      for (let index = 0; index < size; index++) this.skipValue(STRUCT, 2);
    });
  }
}

function tooManyInSchema(): BrokenFooter {
  return new BrokenFooter(
    `the file's schema has more than ${formatCount(MAX_SCHEMA_ELEMENTS, "column")} and fields, or too much metadata about them`,
  );
}
