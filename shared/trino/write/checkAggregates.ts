import type { Call, FromItem, Select } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { findCall, isAggregate, isWindow } from "./expressionParts.ts";

const AROUND = "SELECT * FROM (SELECT …) AS q WHERE …";

/** Rejects aggregates and window functions in SELECT clauses that are evaluated before them. */
export function checkAggregates({ from, where, groupBy, having, items }: Select): void {
  refuseIn("WHERE", where, "filter groups with HAVING");
  const groups = groupBy.map((by) => ("of" in by && !Array.isArray(by.of) ? placeOf(by.of, items) : by));
  refuseIn("GROUP BY", groups, "aggregate in an outer query");
  refuseIn("ON", from.map(conditionsOf), "join a query that aggregates");
  const window = findCall(having, isWindow);
  if (window)
    throw new Refusal(`HAVING cannot contain the window function ${window.name}: ${AROUND}`, window.at);
}

function refuseIn(clause: string, part: unknown, instead: string): void {
  const aggregate = findCall(part, isAggregate);
  if (aggregate) {
    throw new Refusal(`${clause} cannot contain the aggregate ${aggregate.name}: ${instead}`, aggregate.at);
  }
  const window = findCall(part, isWindow);
  if (window) {
    throw new Refusal(`${clause} cannot contain the window function ${window.name}: ${AROUND}`, window.at);
  }
}

/** Returns the item that a number in GROUP BY refers to. */
function placeOf(of: unknown, items: Select["items"]): unknown {
  const { kind, value } = of as { kind: string; value?: unknown };
  const item = kind === "number" ? items[Number(value) - 1] : undefined;
  return item?.kind === "item" ? item.of : of;
}

function conditionsOf(item: FromItem): unknown[] {
  if (item.kind === "group" || item.kind === "sample") return conditionsOf(item.of);
  return item.kind === "join" ? [item.on, ...conditionsOf(item.left), ...conditionsOf(item.right)] : [];
}

/** Rejects aggregates inside aggregates, and window functions inside either. */
export function checkNesting(call: Call): void {
  const parts = [call.args, call.orderBy, call.filter];
  const inner = isAggregate(call) ? findCall(parts, isAggregate) : undefined;
  if (inner) {
    throw new Refusal(
      `${call.name} cannot contain the aggregate ${inner.name}: aggregate in a subquery in FROM first`,
      inner.at,
    );
  }
  const window = findCall([...parts, call.over], isWindow);
  if (window && (isAggregate(call) || isWindow(call))) {
    throw new Refusal(
      `${call.name} cannot contain the window function ${window.name}: compute it in a subquery in FROM first`,
      window.at,
    );
  }
}
