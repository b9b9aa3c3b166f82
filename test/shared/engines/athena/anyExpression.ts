import type { Expression } from "@pdp/trino/parse";
import fc from "fast-check";

const at = 0;
const name = fc.constantFrom("a", "b c", 'x"y', "Select").map((text) => ({ text, quoted: true, at }));

/** Every kind of expression in every position, nested a few levels deep. */
export const { expression: anyExpression } = fc.letrec<{ expression: Expression }>((tie) => {
  const e = tie("expression");
  const not = fc.boolean();
  const leaf = fc.oneof(
    fc.string({ maxLength: 5 }).map((value): Expression => ({ kind: "string", at, value })),
    fc.constantFrom("0", "17").map((value): Expression => ({ kind: "number", at, type: "integer", value })),
    fc.constant<Expression>({ kind: "number", at, type: "decimal", value: "1.50" }),
    fc.constant<Expression>({ kind: "number", at, type: "double", value: "1.5e3" }),
    fc.constantFrom<Expression>({ kind: "null", at }, { kind: "boolean", at, value: true }),
    name.map((part): Expression => ({ kind: "column", at, parts: [part] })),
  );
  const operator = fc.constantFrom("+", "-", "*", "/", "%", "||", "=", "<>", "<", ">=" as const);
  const binary = fc.record({ operator, left: e, right: e }).map(
    (parts): Expression => ({
      kind: "binary",
      at,
      ...(parts as { operator: "+"; left: Expression; right: Expression }),
    }),
  );
  const terms = fc.array(e, { minLength: 2, maxLength: 3 });
  const nested = fc.oneof(
    binary,
    binary,
    fc
      .record({ kind: fc.constantFrom("and", "or" as const), terms })
      .map((parts) => ({ at, ...parts }) as Expression),
    fc
      .record({ kind: fc.constantFrom("not", "negate" as const), of: e })
      .map((parts) => ({ at, ...parts }) as Expression),
    fc.record({ of: e, not }).map((parts): Expression => ({ kind: "isNull", at, ...parts })),
    fc
      .record({ left: e, right: e, not })
      .map((parts): Expression => ({ kind: "distinctFrom", at, ...parts })),
    fc
      .record({ of: e, low: e, high: e, not })
      .map((parts): Expression => ({ kind: "between", at, ...parts })),
    fc
      .record({ of: e, items: fc.array(e, { minLength: 1, maxLength: 3 }), not })
      .map((parts): Expression => ({ kind: "inList", at, ...parts })),
    fc.record({ of: e, pattern: e, not }).map((parts): Expression => ({ kind: "like", at, ...parts })),
    fc.record({ of: e, index: e }).map((parts): Expression => ({ kind: "subscript", at, ...parts })),
    fc.record({ of: e, name }).map((parts): Expression => ({ kind: "field", at, ...parts })),
    fc
      .record({ of: e, orNull: fc.boolean() })
      .map((parts): Expression => ({ kind: "cast", at, to: { name: "bigint" }, ...parts })),
    fc.record({ when: e, result: e, otherwise: e }).map(
      ({ when, result, otherwise }): Expression => ({
        kind: "case",
        at,
        whens: [[when, result]],
        otherwise,
      }),
    ),
    fc.array(e, { maxLength: 3 }).map((items): Expression => ({ kind: "array", at, items })),
    fc.array(e, { minLength: 1, maxLength: 3 }).map((items): Expression => ({ kind: "row", at, items })),
    fc.record({ body: e, parameter: name, of: e }).map(
      ({ body, parameter, of }): Expression => ({
        ...{ kind: "call", at, name: "transform", star: false, distinct: false, orderBy: [] },
        args: [of, { kind: "lambda", at, parameters: [parameter], body }],
      }),
    ),
  );
  return { expression: fc.oneof({ maxDepth: 4, depthIdentifier: "e" }, leaf, nested) };
});
