import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  DuckDBListValue,
  DuckDBScalarFunction,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  VARCHAR,
} from "@duckdb/node-api";
import { DomainError } from "@pdp/basics/errors";
import { OWN_MARK, Refusal } from "@pdp/trino/errors";
import {
  MAX_RESULT_BYTES,
  REGISTERED,
  type RegisteredFunction,
  type Result,
  resultTooLarge,
  sizeOf,
  type Value,
} from "@pdp/trino/functions";
import { computeRows, idleClock, type QueryClock, RowTimeout } from "./rowDeadline.ts";

/**
 * Time limit for computing one row, in milliseconds. A typical row takes a thousandth of it. A pattern with excessive
 * backtracking never finishes, and must not block the event loop, on which these functions run.
 */
const ROW_MS = 2_000;

const TYPES: Record<string, DuckDBType> = {
  BIGINT,
  BOOLEAN,
  VARCHAR,
  "BIGINT[]": LIST(BIGINT),
  "DOUBLE[]": LIST(DOUBLE),
  "DOUBLE[][]": LIST(LIST(DOUBLE)),
  "VARCHAR[]": LIST(VARCHAR),
  "VARCHAR[][]": LIST(LIST(VARCHAR)),
};

/** Registers functions that SQL cannot express, for all connections and queries of an instance. */
export function registerFunctions(
  connection: DuckDBConnection,
  clock: QueryClock = idleClock(),
  rowMs = ROW_MS,
): void {
  for (const [name, registered] of Object.entries(REGISTERED))
    connection.registerScalarFunction(scalarFunction(name, registered, clock, rowMs));
}

function scalarFunction(
  name: string,
  { parameters, result, compute, tooSlow, tooLarge }: RegisteredFunction,
  clock: QueryClock,
  rowMs: number,
): DuckDBScalarFunction {
  return DuckDBScalarFunction.create({
    name,
    parameterTypes: parameters.map((type) => TYPES[type] as DuckDBType),
    returnType: TYPES[result] as DuckDBType,
    mainFunction(info, input, output) {
      const columns = parameters.map((_, index) => input.getColumnVector(index));
      const isDouble = result === "DOUBLE[][]";
      let bytes = 0;
      const computeRow = (row: number): void => {
        const args = columns.map((column) => column.getItem(row));
        const computed = args.includes(null) ? null : compute(...args.map(argumentOf));
        bytes += sizeOf(computed);
        if (bytes > MAX_RESULT_BYTES) throw resultTooLarge(tooLarge);
        output.setItem(row, computed === null ? null : duckDbValue(computed, isDouble));
      };
      try {
        computeRows(input.rowCount, computeRow, rowMs, clock);
        output.flush();
      } catch (error) {
        info.setError(messageOf(error, tooSlow));
      }
    },
  });
}

function argumentOf(item: DuckDBValue): Value {
  return item instanceof DuckDBListValue ? (item.items as number[]) : (item as string | number);
}

function duckDbValue(result: Result, isDouble: boolean): DuckDBValue {
  if (Array.isArray(result)) return listValue(result.map((item) => duckDbValue(item, isDouble)));
  return typeof result === "number" && !isDouble ? BigInt(result) : (result as DuckDBValue);
}

function messageOf(error: unknown, tooSlow: string): string {
  if (error instanceof Refusal) return `${OWN_MARK}${error.message}`;
  // The query reports its own timeout.
  if (error instanceof DomainError) return error.message;
  if (error instanceof RowTimeout) return `${OWN_MARK}${tooSlow}`;
  // V8 compiles a pattern on its first search.
  if (error instanceof SyntaxError || error instanceof RangeError)
    return `${OWN_MARK}This regular expression is too large. Use fewer nested repetitions`;
  throw error;
}
