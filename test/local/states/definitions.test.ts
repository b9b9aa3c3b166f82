import { describe, expect, test } from "vitest";
import { allMachines } from "#local/allMachines.ts";
import { checkDefinition } from "#local/states/checkDefinition.ts";
import { functionArn, machineArn, startEndpoint, taskMachine } from "./endpoint.ts";

const only = (state: object, after: object = {}) => ({ StartAt: "A", States: { A: state, ...after } });
const map = (more: object, processor: object = {}) =>
  only({ Type: "Map", ItemProcessor: { ...taskMachine("x"), ...processor }, End: true, ...more });
const choice = (rule: object) =>
  only(
    { Type: "Choice", Choices: [{ Variable: "$.a", Next: "Z", ...rule }], Default: "Z" },
    { Z: { Type: "Succeed" } },
  );
const wait = (more: object) => only({ Type: "Wait", End: true, ...more });

const ofPlatform = allMachines();
const distinct = new Map(ofPlatform.map(({ arn, definition }) => [arn.split(":").at(-1) ?? "", definition]));

test.each([...distinct])(
  "the state machine %s conforms to the language and can be run",
  async (_, definition) => {
    expect(await checkDefinition(definition)).toBe(definition);
  },
);

describe("a definition", () => {
  const unsupported: [problem: string, definition: object][] = [
    ['State "A": the type Pass is not supported.', only({ Type: "Pass", End: true })],
    [
      'State "A": the type Parallel is not supported.',
      only({ Type: "Parallel", Branches: [taskMachine("x")], End: true }),
    ],
    ['State "Work": HeartbeatSeconds is not supported.', taskMachine("x", { HeartbeatSeconds: 5 })],
    ['State "Work": InputPath is not supported.', taskMachine("x", { InputPath: "$.a" })],
    ['State "Work": OutputPath is not supported.', taskMachine("x", { OutputPath: "$.a" })],
    ['State "Work": Parameters is not supported.', taskMachine("x", { Parameters: { a: 1 } })],
    ['State "Work": ResultSelector is not supported.', taskMachine("x", { ResultSelector: { "a.$": "$" } })],
    ['State "Work": TimeoutSecondsPath is not supported.', taskMachine("x", { TimeoutSecondsPath: "$.a" })],
    ['State "Work": the ResultPath $.a[0] is not supported', taskMachine("x", { ResultPath: "$.a[0]" })],
    [
      'State "Work": Resource must be a Lambda function\'s ARN, not "arn:aws:states:::sqs:sendMessage".',
      taskMachine("x", { Resource: "arn:aws:states:::sqs:sendMessage" }),
    ],
    [
      'State "Work": the ResultPath $.e[1] is not supported',
      taskMachine("x", { Catch: [{ ErrorEquals: ["States.ALL"], ResultPath: "$.e[1]", Next: "Work" }] }),
    ],
    ['State "A": And is not supported.', choice({ And: [{ Variable: "$.a", StringEquals: "b" }] })],
    ['State "A": NumericEquals is not supported.', choice({ NumericEquals: 1 })],
    [`State "A": the path $['a'] is not supported`, choice({ Variable: "$['a']", StringEquals: "b" })],
    ['State "A": Seconds is not supported.', wait({ Seconds: 1 })],
    [`State "A": the path $['b'] is not supported`, wait({ TimestampPath: "$['b']" })],
    ['State "A": ToleratedFailureCount is not supported.', map({ ToleratedFailureCount: 1 })],
    [`State "A": the path $['a'] is not supported`, map({ ItemsPath: "$['a']" })],
    [
      'State "A": id.$: must be a path: functions are not supported.',
      map({ ItemSelector: { "id.$": "States.UUID()" } }),
    ],
    [
      'State "A": name.$: the path $$.Execution.Name is not supported',
      map({ ItemSelector: { "name.$": "$$.Execution.Name" } }),
    ],
    [
      'State "A": a Map runs INLINE only.',
      map({}, { ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" } }),
    ],
    ['State "A": MaxConcurrency must be an integer.', map({ MaxConcurrency: 1.5 })],
    ['State "Work": Parameters is not supported.', map({}, taskMachine("x", { Parameters: {} }))],
    ["Version is not supported.", { Version: "1.0", ...taskMachine("x") }],
  ];
  test.each(unsupported)(
    "an unsupported definition is rejected, and the error says what is unsupported: %s",
    async (problem, definition) => {
      await expect(checkDefinition(definition)).rejects.toThrow(problem);
    },
  );

  const invalid: [what: string, definition: unknown][] = [
    ["is not an object", []],
    ["has no states", { StartAt: "A" }],
    ["starts nowhere", { StartAt: "B", States: { A: { Type: "Succeed" } } }],
    [
      "leads nowhere",
      { StartAt: "A", States: { A: { Type: "Task", Resource: functionArn("x"), Next: "B" } } },
    ],
    ["uses JSONata", { QueryLanguage: "JSONata", ...taskMachine("x") }],
    ["compares nothing", choice({})],
  ];
  test.each(invalid)("a definition that %s is refused", async (_, definition) => {
    await expect(checkDefinition(definition)).rejects.toMatchObject({ name: "InvalidDefinitionError" });
  });

  test("an invalid definition prevents the start, and the error names its machine", async () => {
    const definition = {
      StartAt: "A",
      States: { A: { Type: "Task", Resource: functionArn("x"), Next: "B" } },
    };
    await expect(startEndpoint({ broken: definition })).rejects.toThrow(
      new RegExp(`${machineArn("broken")} cannot be run:[^]*B`),
    );
  });
});
