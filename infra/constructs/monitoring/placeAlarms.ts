import {
  Alarm,
  ComparisonOperator,
  type IAlarmAction,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { type Place, prefixOf } from "#infra/names.ts";
import type { PlaceMetrics } from "./placeMetrics.ts";

interface Watched {
  name: string;
  /** Meaning of the alarm, and the first step to take. */
  meaning: string;
  metric: IMetric;
  above: number;
  /** Number of periods of five minutes. */
  periods: number;
}

/** Creates the alarms of a place. Their descriptions give the meaning; the operations manual gives the steps. */
export function placeAlarms(
  scope: Construct,
  place: Place,
  metrics: PlaceMetrics,
  action: IAlarmAction,
): Alarm[] {
  return alarmMetrics(metrics).map(({ name, meaning, metric, above, periods }) => {
    const alarm = new Alarm(scope, name, {
      alarmName: `${prefixOf(place)}-${name}`,
      alarmDescription: `${meaning} See docs/operations.md#${name}`,
      metric,
      threshold: above,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  });
}

function alarmMetrics(metrics: PlaceMetrics): Watched[] {
  const share = new MathExpression({
    expression: "IF(requests > 100, 100 * errors / requests, 0)",
    usingMetrics: { requests: metrics.requests, errors: metrics.serverErrors },
    label: "Share of requests that failed, in %",
  });
  return [
    {
      name: "server-errors",
      meaning: "More than 1 % of requests fail.",
      metric: share,
      above: 1,
      periods: 2,
    },
    {
      name: "latency",
      meaning: "1 % of requests take longer than 10 s.",
      metric: metrics.latency,
      above: 10_000,
      periods: 3,
    },
    {
      name: "function-errors",
      meaning: "Functions fail, not only requests.",
      metric: metrics.functionErrors,
      above: 10,
      periods: 2,
    },
    {
      name: "function-throttles",
      meaning: "The account's concurrency is used up.",
      metric: difference(metrics.functionThrottles, metrics.waits),
      above: 0,
      periods: 2,
    },
    {
      name: "dead-letters",
      meaning: "Events or executions failed for good.",
      metric: metrics.deadLetters,
      above: 0,
      periods: 1,
    },
    {
      name: "table-throttles",
      meaning: "The table refuses requests.",
      metric: sum(metrics.readThrottles, metrics.writeThrottles),
      above: 10,
      periods: 2,
    },
    ...(metrics.uploadErrors
      ? [
          {
            name: "upload-errors",
            meaning: "Uploads of files fail, and not by their senders' fault.",
            metric: metrics.uploadErrors,
            above: 3,
            periods: 1,
          },
        ]
      : []),
    ...metrics.machines.map(({ name, failed, timedOut }) => ({
      name: `failed-${name}`,
      meaning: `Executions of ${name} failed.`,
      metric: sum(failed, timedOut),
      above: 0,
      periods: 1,
    })),
    ...metrics.sql.map(({ tier, queued }) => ({
      name: `sql-queueing-${tier}`,
      meaning: "SQL waits longer than 10 s before it starts.",
      metric: queued,
      above: 10_000,
      periods: 2,
    })),
  ];
}

/** Returns a metric minus its parts; missing data count as 0. */
function difference(whole: IMetric, parts: readonly IMetric[]): IMetric {
  if (parts.length === 0) return whole;
  const named = parts.map((part, index) => [`part${index}`, part] as const);
  return new MathExpression({
    expression: ["FILL(whole, 0)", ...named.map(([name]) => `FILL(${name}, 0)`)].join(" - "),
    usingMetrics: { whole, ...Object.fromEntries(named) },
  });
}

function sum(a: IMetric, b: IMetric): MathExpression {
  return new MathExpression({ expression: "a + b", usingMetrics: { a, b } });
}
