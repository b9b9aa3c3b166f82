import { identifier, literal, tableName } from "@pdp/basics/columns";
import type { CompiledQuery } from "@pdp/trino/relations";
import { isNumeric, typeText } from "@pdp/trino/types";
import type { AssayGoal } from "#shared/domain/tasks/measuredAssays.ts";

/** Measurement columns: each assay has a column, or each row has the id of its assay and a value. */
export interface MeasuredColumns {
  /** Expression for the sequence. */
  sequence: string;
  /** Expression for the value of each assay. */
  values: string[];
}

/** Expression for the value of an assay, or the reason why its rows have none. */
export type AssayValue = { sql: string } | { problem: string };

/** Returns how an assay is read from rows with the given columns. */
export function assayValue(columns: CompiledQuery["columns"], assay: string): AssayValue {
  const [id, long, wide] = ["assay_id", "assay_value", assay.toLowerCase()].map((wanted) =>
    columns.find(({ name }) => name.toLowerCase() === wanted),
  );
  const column = id && long ? long : wide;
  if (!column) return { problem: `The rows have no column "${assay}".` };
  const { name, type } = column;
  if (!isNumeric(type) && type.name !== "boolean")
    return { problem: `The column "${name}" has the type ${typeText(type)}, but assays must be numeric.` };
  if (!id || !long) return { sql: numberSql(name) };
  return { sql: `IF(CAST(${identifier(id.name)} AS VARCHAR) = ${literal(assay)}, ${numberSql(name)})` };
}

/** SQL for a number; NaN is a missing value. */
function numberSql(column: string): string {
  const number = `CAST(${identifier(column)} AS DOUBLE)`;
  return `IF(is_nan(${number}), NULL, ${number})`;
}

/**
 * SQL for the best mean per sequence in the rows of `source`, with the columns assay, best, sequence, sequences and values.
 * Without a goal, the highest value is best; a target without a value has no best mean.
 */
export function bestSql(
  { sequence, values }: MeasuredColumns,
  goals: readonly (SomeGoal | undefined)[],
): string {
  const means = values.map((value, index) => `avg(${value}) AS m${index}, count(${value}) AS n${index}`);
  const best = values.map((_, index) => {
    return `${bestOf(`m${index}`, index, goals[index])},
      count(m${index}) AS sequences${index}, coalesce(sum(n${index}), 0) AS values${index}`;
  });
  return `WITH means AS (SELECT ${sequence} AS sequence, ${means.join(", ")} FROM source WHERE ${sequence} IS NOT NULL
    GROUP BY ${sequence}) SELECT ${best.join(", ")} FROM means`;
}

type SomeGoal = Pick<AssayGoal, "direction" | "target">;

/** SQL for the best mean and its sequence. */
function bestOf(mean: string, index: number, goal: SomeGoal | undefined): string {
  if (goal?.direction !== "TARGET") {
    const end = goal?.direction === "MINIMIZE" ? "min" : "max";
    return `${end}(${mean}) AS best${index}, ${end}_by(sequence, ${mean}) AS sequence${index}`;
  }
  const distance =
    goal.target === null ? "CAST(NULL AS DOUBLE)" : `abs(${mean} - CAST('${goal.target}' AS DOUBLE))`;
  return `min_by(${mean}, ${distance}) AS best${index}, min_by(sequence, ${distance}) AS sequence${index}`;
}

/** Table of designs, with the round that they belong to. */
export interface DesignSource {
  round: string;
  reference: string;
  /** Column `sequence`, or an expression with that name. */
  sequence?: string;
}

/**
 * SQL for the numbers of designs, and of measured designs, by round. `source_0`, `source_1`, … contain the rows of
 * measurements.
 */
export function designsSql(tables: readonly DesignSource[], measured: readonly MeasuredColumns[]): string {
  const designs = tables.map(({ round, reference, sequence = "sequence" }) => {
    return `SELECT DISTINCT ${literal(round)} AS round, ${sequence} FROM ${tableName(reference)}`;
  });
  const sequences = measured.map(({ sequence, values }, index) => {
    return `SELECT ${sequence} AS sequence FROM source_${index} WHERE coalesce(${values.join(", ")}, NULL) IS NOT NULL`;
  });
  const none = "SELECT CAST(NULL AS VARCHAR) AS sequence WHERE false";
  return `WITH designs AS (${designs.join(" UNION ")}), measured AS (${[none, ...sequences].join(" UNION ")})
    SELECT d.round AS round, count(*) AS designs, count(m.sequence) AS designs_measured
    FROM designs AS d LEFT JOIN measured AS m ON d.sequence = m.sequence GROUP BY d.round`;
}
