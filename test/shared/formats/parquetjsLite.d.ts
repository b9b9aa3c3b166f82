/** Types for the functions that are used from a package without type declarations. */
declare module "parquetjs-lite" {
  export class ParquetSchema {
    constructor(fields: Record<string, unknown>);
  }
  export class ParquetWriter {
    static openFile(schema: ParquetSchema, path: string): Promise<ParquetWriter>;
    appendRow(row: Record<string, unknown>): Promise<void>;
    close(): Promise<void>;
  }
}
