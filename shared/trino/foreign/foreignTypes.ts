const TABLE: Record<string, string> = {
  BIGINT: "INT64 INT8 LONG",
  BOOLEAN: "BOOL BIT",
  DOUBLE: "FLOAT FLOAT64 FLOAT8 NUMBER",
  INTEGER: "INT32 INT4 MEDIUMINT",
  REAL: "FLOAT32 FLOAT4",
  SMALLINT: "INT16 INT2 SHORT",
  TIMESTAMP: "DATETIME DATETIME2 TIMESTAMP_NTZ",
  "TIMESTAMP WITH TIME ZONE": "TIMESTAMPTZ TIMESTAMP_TZ DATETIMEOFFSET",
  TINYINT: "BYTE",
  VARBINARY: "BYTEA BLOB BYTES BINARY",
  VARCHAR: "TEXT STRING NVARCHAR VARCHAR2 NCHAR CLOB",
  "ARRAY(…)": "LIST",
  "ROW(…)": "STRUCT RECORD",
  JSON: "JSONB VARIANT OBJECT",
  UUID: "UNIQUEIDENTIFIER GUID",
};

/** Trino types by their names in other dialects, in uppercase. */
export const FOREIGN_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(TABLE).flatMap(([type, names]) => names.split(" ").map((name) => [name, type] as const)),
);
