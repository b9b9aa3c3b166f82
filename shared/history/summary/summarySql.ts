import { identifier, literal } from "#shared/duckdb/quoting.ts";

/** Columns of measurements: an assay has a column, or rows have the id of their assay and a value. */
export interface MeasuredColumns {
  sequence: string;
  /** Expression of the value of each assay. */
  values: string[];
}

/** Returns the expressions of assays over rows with these columns, one of which has the sequences. */
export function measuredColumns(
  columns: readonly string[],
  sequence: string,
  assays: readonly string[],
): MeasuredColumns {
  const known = new Map(columns.map((name) => [name.toLowerCase(), name]));
  const [id, value] = [known.get("assay_id"), known.get("assay_value")];
  const values = assays.map((assay) =>
    id !== undefined && value !== undefined
      ? `IF(CAST(${identifier(id)} AS VARCHAR) = ${literal(assay)}, ${numberSql(value)})`
      : numberSql(known.get(assay.toLowerCase()) ?? assay),
  );
  return { sequence: identifier(sequence), values };
}

/** SQL of a number; NaN is a missing value. */
function numberSql(column: string): string {
  const number = `CAST(${identifier(column)} AS DOUBLE)`;
  return `IF(is_nan(${number}), NULL, ${number})`;
}

/** SQL of the best means of sequences in the rows of `source`: of each assay best, sequence, sequences and values. */
export function bestSql({ sequence, values }: MeasuredColumns, isLowest: readonly boolean[]): string {
  const means = values.map((value, index) => `avg(${value}) AS m${index}, count(${value}) AS n${index}`);
  const best = values.map((_, index) => {
    const end = isLowest[index] ? "min" : "max";
    return `${end}(m${index}) AS best${index}, ${end}_by(sequence, m${index}) AS sequence${index},
      count(m${index}) AS sequences${index}, coalesce(sum(n${index}), 0) AS values${index}`;
  });
  return `WITH means AS (SELECT ${sequence} AS sequence, ${means.join(", ")} FROM source WHERE ${sequence} IS NOT NULL
    GROUP BY ${sequence}) SELECT ${best.join(", ")} FROM means`;
}

/** Table of designs, with the round that they belong to. */
export interface DesignSource {
  round: string;
  reference: string;
}

/**
 * SQL of the numbers of designs, and of measured ones, by round. `source_0`, `source_1`, … have the rows of the
 * measurements.
 */
export function designsSql(tables: readonly DesignSource[], measured: readonly MeasuredColumns[]): string {
  const designs = tables.map(({ round, reference }) => {
    const table = reference.split(".").map(identifier).join(".");
    return `SELECT DISTINCT ${literal(round)} AS round, sequence FROM ${table}`;
  });
  const sequences = measured.map(({ sequence, values }, index) => {
    return `SELECT ${sequence} AS sequence FROM source_${index} WHERE coalesce(${values.join(", ")}, NULL) IS NOT NULL`;
  });
  const none = "SELECT CAST(NULL AS VARCHAR) AS sequence WHERE false";
  return `WITH designs AS (${designs.join(" UNION ")}), measured AS (${[none, ...sequences].join(" UNION ")})
    SELECT d.round AS round, count(*) AS designs, count(m.sequence) AS designs_measured
    FROM designs AS d LEFT JOIN measured AS m ON d.sequence = m.sequence GROUP BY d.round`;
}
