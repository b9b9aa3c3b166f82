/** What the tests use of a package that carries no types. */
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
