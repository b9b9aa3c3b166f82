import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { type Location, prefixOf } from "#infra/names.ts";
import type { LocationMetrics } from "./locationMetrics.ts";

/** Creates a dashboard for a location: alarms, requests, work, records, SQL. */
export function locationDashboard(
  scope: Construct,
  location: Location,
  metrics: LocationMetrics,
  alarms: readonly IAlarm[],
): Dashboard {
  const { machines, sql } = metrics;
  const rows = [
    [new AlarmStatusWidget({ title: "Alarms", alarms: [...alarms], width: 24, height: 3 })],
    [
      graph("Requests", [metrics.requests], [metrics.clientErrors, metrics.serverErrors]),
      graph("Latency in ms", [metrics.usualLatency, metrics.latency]),
      graph("Functions", [metrics.concurrency], [metrics.functionErrors, metrics.functionThrottles]),
    ],
    [
      graph(
        "Executions started",
        machines.map(({ started }) => started),
      ),
      graph(
        "Executions failed",
        machines.flatMap(({ failed, timedOut }) => [failed, timedOut]),
      ),
      graph(
        "Executions throttled",
        machines.map(({ throttled }) => throttled),
      ),
      graph("Identity provider: failures", [metrics.idpFailures]),
      ...(metrics.canary ? [graph("Canary: ms", [metrics.canary.took], [metrics.canary.failed])] : []),
      ...(metrics.commits
        ? [graph("Commits: age in s, dead letters", [metrics.commits.age], [metrics.commits.deadLetters])]
        : []),
      graph("Dead letters", [metrics.deadLetters], metrics.uploadErrors ? [metrics.uploadErrors] : []),
    ],
    [
      graph("Records: units", [metrics.reads, metrics.writes]),
      graph("Records: refused", [metrics.readThrottles, metrics.writeThrottles]),
    ],
    [
      graph(
        "SQL: time in ms",
        sql.flatMap(({ queued, took }) => [queued, took]),
      ),
      graph(
        "SQL: bytes read",
        sql.map(({ scanned }) => scanned),
      ),
    ].slice(0, sql.length > 0 ? 2 : 0),
  ];
  return new Dashboard(scope, "Dashboard", { dashboardName: prefixOf(location), widgets: rows });
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left, right, width: 8, height: 6 });
}
