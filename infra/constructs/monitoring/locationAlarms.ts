import { Duration } from "aws-cdk-lib";
import {
  type Alarm,
  type IAlarmAction,
  type IMetric,
  MathExpression,
  type Metric,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { type Location, prefixOf } from "#infra/names.ts";
import type { LocationMetrics } from "./locationMetrics.ts";
import { type Watched, watch } from "./watch.ts";

/** Creates the alarms of a location. */
export function locationAlarms(
  scope: Construct,
  location: Location,
  metrics: LocationMetrics,
  action: IAlarmAction,
): Alarm[] {
  return alarmMetrics(metrics).map((watched) => watch(scope, prefixOf(location), watched, action));
}

function alarmMetrics(metrics: LocationMetrics): Watched[] {
  const share = new MathExpression({
    expression: "IF(requests > 100, 100 * errors / requests, 0)",
    usingMetrics: { requests: metrics.requests, errors: metrics.serverErrors },
    label: "Percentage of failed requests",
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
      // With little traffic, percentages are not meaningful, so this counts failures.
      name: "server-errors-few",
      meaning: "More than 4 requests failed within an hour.",
      metric: metrics.hourlyServerErrors,
      above: 4,
      periods: 1,
    },
    {
      name: "idp-failures",
      meaning: "The identity provider is not responding.",
      metric: metrics.idpFailures,
      above: 10,
      periods: 2,
    },
    {
      name: "sweepers-stopped",
      meaning: "The sweepers that restart lost work are not being invoked.",
      metric: shortfall(metrics.sweeps, 1),
      above: 0,
      periods: 2,
      needsData: true,
    },
    {
      name: "executions-throttled",
      meaning: "State machine transitions are throttled.",
      metric: total(metrics.machines.map(({ throttled }) => throttled)),
      above: 10,
      periods: 2,
    },
    ...(metrics.canary
      ? [
          {
            name: "canary",
            meaning:
              "Loading, querying or undoing failed twice in half an hour, or the canary is not running.",
            metric: new MathExpression({
              expression: "IF(runs < 1, 2, failed)",
              usingMetrics: { runs: metrics.canary.runs, failed: metrics.canary.failed },
              period: Duration.minutes(30),
            }),
            above: 1,
            periods: 1,
            needsData: true,
          },
        ]
      : []),
    {
      name: "latency",
      meaning: "1 % of requests take longer than 10 s.",
      metric: metrics.latency,
      above: 10_000,
      periods: 3,
    },
    {
      name: "function-errors",
      meaning: "Functions are failing, not only requests.",
      metric: metrics.functionErrors,
      above: 10,
      periods: 2,
    },
    {
      name: "function-throttles",
      meaning: "The account's concurrency limit is exhausted.",
      metric: difference(metrics.functionThrottles, metrics.waits),
      above: 0,
      periods: 2,
    },
    {
      name: "dead-letters",
      meaning: "Events or executions failed permanently.",
      metric: metrics.commits
        ? total([metrics.deadLetters, metrics.commits.deadLetters])
        : metrics.deadLetters,
      above: 0,
      periods: 1,
    },
    ...(metrics.commits
      ? [
          {
            name: "commits-waiting",
            meaning: "Loads have been waiting for their commit for more than four minutes.",
            metric: metrics.commits.age,
            above: 240,
            periods: 2,
          },
        ]
      : []),
    {
      name: "table-throttles",
      meaning: "The table throttles requests.",
      metric: total([metrics.readThrottles, metrics.writeThrottles]),
      above: 10,
      periods: 2,
    },
    ...(metrics.uploadErrors
      ? [
          {
            name: "upload-errors",
            meaning: "File uploads are failing because of server errors.",
            metric: metrics.uploadErrors,
            above: 3,
            periods: 1,
          },
        ]
      : []),
    ...metrics.machines.map(({ name, failed, timedOut }) => ({
      name: `failed-${name}`,
      meaning: `Executions of ${name} failed.`,
      metric: total([failed, timedOut]),
      above: 0,
      periods: 1,
    })),
    ...metrics.sql.map(({ tier, queued }) => ({
      name: `sql-queueing-${tier}`,
      meaning: "SQL queries wait longer than 10 s before they start.",
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

/** Returns a number minus a metric; at least 0. */
function shortfall(metric: Metric, wanted: number): MathExpression {
  const expression = `IF(actual < ${wanted}, ${wanted} - actual, 0)`;
  return new MathExpression({
    expression,
    usingMetrics: { actual: metric },
    ...(metric.period && { period: metric.period }),
  });
}

/** Returns the sum of metrics; missing data count as 0. */
function total(parts: readonly IMetric[]): MathExpression {
  const named = parts.map((part, index) => [`part${index}`, part] as const);
  return new MathExpression({
    expression: named.map(([name]) => `FILL(${name}, 0)`).join(" + "),
    usingMetrics: Object.fromEntries(named),
  });
}
