import { createContext, Script } from "node:vm";
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  DuckDBScalarFunction,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  VARCHAR,
} from "@duckdb/node-api";
import {
  REGISTERED,
  type RegisteredFunction,
  type Result,
} from "#shared/trino/functions/registeredFunctions.ts";
import { Refusal } from "#shared/trino/sqlError.ts";
import { OWN_MARK } from "#shared/trino/types/ownError.ts";

/**
 * Time in which a chunk of at most 2,048 values must be computed, in milliseconds. Usual functions take 5; a pattern that
 * tries too many ways never ends, and must not hold up the event loop, on which these functions run.
 */
const CHUNK_MS = 2_000;

const TYPES: Record<string, DuckDBType> = {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  VARCHAR,
  "VARCHAR[]": LIST(VARCHAR),
  "VARCHAR[][]": LIST(LIST(VARCHAR)),
};

/** Registers the functions that SQL cannot express with an instance, for all of its connections. */
export function registerFunctions(connection: DuckDBConnection, chunkMs = CHUNK_MS): void {
  for (const [name, registered] of Object.entries(REGISTERED))
    connection.registerScalarFunction(scalarFunction(name, registered, chunkMs));
}

function scalarFunction(
  name: string,
  { parameters, result, compute }: RegisteredFunction,
  chunkMs: number,
): DuckDBScalarFunction {
  return DuckDBScalarFunction.create({
    name,
    parameterTypes: parameters.map((type) => TYPES[type] as DuckDBType),
    returnType: TYPES[result] as DuckDBType,
    mainFunction(info, input, output) {
      const columns = parameters.map((_, index) => input.getColumnVector(index));
      const work = (): void => {
        for (let row = 0; row < input.rowCount; row += 1) {
          const args = columns.map((column) => column.getItem(row));
          output.setItem(
            row,
            args.includes(null) ? null : duckDbValue(compute(...(args as (string | number)[]))),
          );
        }
      };
      try {
        withinDeadline(work, chunkMs);
        output.flush();
      } catch (error) {
        info.setError(messageOf(error, name));
      }
    },
  });
}

function duckDbValue(result: Result): DuckDBValue {
  if (Array.isArray(result)) return listValue(result.map(duckDbValue));
  return typeof result === "number" ? BigInt(result) : (result as DuckDBValue);
}

const shared: { work: (() => void) | undefined } = { work: undefined };
const context = createContext(shared);
const script = new Script("work()");

/** Runs work that is ended after a time, wherever it is. */
function withinDeadline(work: () => void, timeout: number): void {
  shared.work = work;
  try {
    script.runInContext(context, { timeout });
  } finally {
    shared.work = undefined;
  }
}

function messageOf(error: unknown, name: string): string {
  if (error instanceof Refusal) return `${OWN_MARK}${error.message}`;
  if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
    return `${OWN_MARK}The function takes too long for a text: ${name.includes("regexp") ? "repeat less within what the pattern repeats, or " : ""}shorten the text`;
  if (error instanceof RangeError && /string length/.test(error.message))
    return `${OWN_MARK}The result of the function is too long for a text: shorten the text or its replacement`;
  // V8 compiles a pattern when it first searches.
  if (error instanceof SyntaxError || error instanceof RangeError)
    return `${OWN_MARK}This regular expression is too large: repeat less within what is repeated`;
  throw error;
}
