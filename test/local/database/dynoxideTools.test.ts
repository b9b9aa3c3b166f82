import { describe, expect, test } from "vitest";
import { toolAnswer, toolCall, toolParameters } from "#local/database/dynoxideTools.ts";

const PARAMETERS = toolParameters({
  tools: [
    {
      name: "query",
      inputSchema: { properties: { table_name: {}, key_condition_expression: {}, limit: {} } },
    },
    {
      name: "put_item",
      inputSchema: { properties: { table_name: {}, return_values_on_condition_check_failure: {} } },
    },
    { name: "transact_write_items", inputSchema: { properties: { transact_items: {} } } },
    { name: "list_tables", inputSchema: { properties: {} } },
  ],
});

describe("a tool call", () => {
  test("a tool call passes the request's parameters with unchanged values", () => {
    const items = [{ Put: { TableName: "t", Item: { SomeName: { S: "x" } } } }];
    expect(toolCall("TransactWriteItems", { TransactItems: items }, PARAMETERS)).toEqual({
      name: "transact_write_items",
      arguments: { transact_items: items },
    });
  });

  test("a tool call omits ConsistentRead if the tool does not accept it", () => {
    const request = { TableName: "t", KeyConditionExpression: "pk = :pk", ConsistentRead: true };
    expect(toolCall("Query", request, PARAMETERS).arguments).toEqual({
      table_name: "t",
      key_condition_expression: "pk = :pk",
    });
  });

  test.each([
    ["an operation without a tool", "DescribeBackup", {}, /does not support DescribeBackup/],
    ["a tool that the engine does not have", "GetItem", {}, /does not support GetItem/],
    [
      "a parameter that the tool does not have",
      "Query",
      { IndexName: "i" },
      /does not support IndexName in Query/,
    ],
    [
      "the item of a failed condition",
      "PutItem",
      { ReturnValuesOnConditionCheckFailure: "ALL_OLD" },
      /does not support ReturnValues/,
    ],
    [
      "the item of a failed condition in a transaction",
      "TransactWriteItems",
      { TransactItems: [{ Delete: { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } }] },
      /does not support ReturnValues/,
    ],
  ])("a tool call is refused for %s", (_, operation, request, sentence) => {
    expect(() => toolCall(operation, request, PARAMETERS)).toThrow(sentence);
  });
});

describe("a tool response", () => {
  const failure = (error_type: string, message: string) =>
    toolAnswer({ isError: true, content: [{ type: "text", text: JSON.stringify({ error_type, message }) }] });

  test("a tool response is returned as unchanged text", () => {
    const text = '{"Item":{"n":{"N":"1.0"}}}';
    expect(toolAnswer({ content: [{ type: "text", text }] })).toEqual({ status: 200, body: text });
  });

  test("a cancelled transaction lists the reason for each action", () => {
    const { status, body } = failure("TransactionCanceledException", "Cancelled [None, TransactionConflict]");
    expect(status).toBe(400);
    expect(JSON.parse(body.toString())).toMatchObject({
      __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
      CancellationReasons: [{ Code: "None" }, { Code: "TransactionConflict" }],
    });
  });

  test("an engine failure becomes a retryable error", () => {
    expect(failure("InternalServerError", "disk I/O error").status).toBe(500);
  });

  test("JSON that the tool cannot parse becomes a validation error", () => {
    expect(failure("InvalidTransact_items", "no").body).toContain(
      "com.amazon.coral.validate#ValidationException",
    );
  });

  test("a response of another shape is an error", () => {
    expect(() => toolAnswer({ content: [] })).toThrow();
    expect(() => toolAnswer({ isError: true, content: [{ type: "text", text: "no JSON" }] })).toThrow();
  });
});
