import * as v from "valibot";
import { CodedError } from "../codedError.ts";
import type { DatabaseAnswer } from "./databaseEngine.ts";

/** DynamoDB API operations and the engine tools that run them. */
const TOOLS = new Map([
  ["BatchGetItem", "batch_get_item"],
  ["BatchWriteItem", "batch_write_item"],
  ["CreateTable", "create_table"],
  ["DeleteItem", "delete_item"],
  ["GetItem", "get_item"],
  ["ListTables", "list_tables"],
  ["PutItem", "put_item"],
  ["Query", "query"],
  ["Scan", "scan"],
  ["TransactGetItems", "transact_get_items"],
  ["TransactWriteItems", "transact_write_items"],
  ["UpdateItem", "update_item"],
]);

/** Reads from the engine are always consistent, so some tools do not have this parameter. */
const CONSISTENT_READ = "ConsistentRead";
/** The tools accept this parameter, but their errors do not contain the item. */
const ITEM_OF_FAILURE = "ReturnValuesOnConditionCheckFailure";

export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** Refusal of a request that the engine's tools cannot run as DynamoDB would. */
export class UnsupportedRequest extends CodedError {
  override readonly name = "UnsupportedRequest";
}

/** Schema of the tool list: the parameter names of each tool. */
export const Tools = v.object({
  tools: v.array(
    v.object({
      name: v.string(),
      inputSchema: v.looseObject({ properties: v.optional(v.record(v.string(), v.unknown()), {}) }),
    }),
  ),
});

/** Returns the parameters of each tool. */
export function toolParameters({ tools }: v.InferOutput<typeof Tools>): Map<string, ReadonlySet<string>> {
  return new Map(tools.map(({ name, inputSchema }) => [name, new Set(Object.keys(inputSchema.properties))]));
}

/**
 * Converts a DynamoDB API request into a tool call: the parameters have the same values and snake-case names. Throws
 * `UnsupportedRequest` rather than dropping a parameter.
 */
export function toolCall(
  operation: string,
  request: Readonly<Record<string, unknown>>,
  parameters: ReadonlyMap<string, ReadonlySet<string>>,
): ToolCall {
  const name = TOOLS.get(operation);
  const known = name === undefined ? undefined : parameters.get(name);
  if (name === undefined || known === undefined) {
    throw new UnsupportedRequest(
      "UnknownOperationException",
      `The embedded database does not support ${operation}.`,
    );
  }
  refuseItemOfFailure(request);
  const converted: Record<string, unknown> = {};
  for (const [parameter, value] of Object.entries(request)) {
    const snake = snakeCase(parameter);
    if (known.has(snake)) converted[snake] = value;
    else if (parameter !== CONSISTENT_READ) {
      throw new UnsupportedRequest(
        "ValidationException",
        `The embedded database does not support ${parameter} in ${operation}.`,
      );
    }
  }
  return { name, arguments: converted };
}

function refuseItemOfFailure(request: Readonly<Record<string, unknown>>): void {
  const { TransactItems: items } = request;
  const actions = Array.isArray(items) ? items.flatMap((item) => Object.values(Object(item))) : [];
  const refused = [request, ...actions].some((action) => {
    const wanted = Object(action)[ITEM_OF_FAILURE];
    return wanted !== undefined && wanted !== "NONE";
  });
  if (refused) {
    throw new UnsupportedRequest(
      "ValidationException",
      `The embedded database does not support ${ITEM_OF_FAILURE}.`,
    );
  }
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

const ToolResult = v.object({
  content: v.tuple([v.object({ text: v.string() })]),
  isError: v.optional(v.boolean(), false),
});
const ToolError = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ error_type: v.string(), message: v.string() }),
);

/** Converts a tool result into a DynamoDB API response. */
export function toolAnswer(result: unknown): DatabaseAnswer {
  const {
    content: [{ text }],
    isError,
  } = v.parse(ToolResult, result);
  if (!isError) return { status: 200, body: text };
  const { error_type, message } = v.parse(ToolError, text);
  return errorAnswer(error_type, message);
}

/** Error types that do not belong to DynamoDB, with their namespaces. */
const NAMESPACES = new Map([
  ["AccessDeniedException", "com.amazon.coral.service"],
  ["SerializationException", "com.amazon.coral.service"],
  ["UnknownOperationException", "com.amazon.coral.service"],
  ["ValidationException", "com.amazon.coral.validate"],
]);

/** Returns the response for an error. */
export function errorAnswer(errorType: string, message: string): DatabaseAnswer {
  // The tools use different error types for unreadable JSON, such as `InvalidTransact_items`.
  const type = errorType.startsWith("Invalid") ? "ValidationException" : errorType;
  const namespace = NAMESPACES.get(type) ?? "com.amazonaws.dynamodb.v20120810";
  return {
    status: type === "InternalServerError" ? 500 : 400,
    body: JSON.stringify({ __type: `${namespace}#${type}`, ...reasonsOf(type, message) }),
  };
}

/** Returns the message and, for a canceled transaction, the reason for each action; the message lists the reasons in order. */
function reasonsOf(type: string, message: string): object {
  if (type !== "TransactionCanceledException") return { message };
  const [, codes = ""] = /\[([\w, ]*)\]$/.exec(message) ?? [];
  return { Message: message, CancellationReasons: codes.split(", ").map((Code) => ({ Code })) };
}
