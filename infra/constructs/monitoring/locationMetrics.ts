import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Config } from "#infra/config.ts";
import { queuesCommits } from "#infra/constructs/commitQueue.ts";
import { RESERVED_STEPS } from "#infra/constructs/reservedConcurrency.ts";
import {
  awsRegionOf,
  type Location,
  machineArn,
  machinesOf,
  names,
  prefixOf,
  REGIONS,
  SQL_TIERS,
} from "#infra/names.ts";
import { CANARY } from "../../bundle.ts";

/**
 * Upload error metric, counted from the server's log, because uploads do not pass through the API and its metrics.
 */
export const UPLOAD_ERRORS = {
  namespace: "WorkspaceDataPlatform",
  nameOf: (location: Location) => `${prefixOf(location)}-upload-errors`,
};

/** Metric of permanently failed calls to the identity provider, from the function logs. */
const IDP_FAILURES = { namespace: "WorkspaceDataPlatform", name: "idp-failures" };

const PERIOD = Duration.minutes(5);
const HOUR = Duration.hours(1);

/** Returns the metrics of a location, by name. */
export function locationMetrics(config: Config, location: Location) {
  const api = (metricName: string, statistic: string) =>
    metric("AWS/ApiGateway", metricName, statistic, { ApiName: names.api(location) });
  const table = (metricName: string, statistic = "Sum") =>
    metric("AWS/DynamoDB", metricName, statistic, { TableName: names.table(location) });
  const machines = machinesOf(location).map(({ name }) => name);
  const execution = (name: string, metricName: string) =>
    metric("AWS/States", metricName, "Sum", {
      StateMachineArn: machineArn(config, awsRegionOf(config, location), name),
    });
  const workgroup = (tier: "standard" | "large", metricName: string, statistic: string) =>
    metric("AWS/Athena", metricName, statistic, {
      WorkGroup: location === "platform" ? "" : names.workgroup(location, tier),
      QueryType: "DML",
    });
  return {
    requests: api("Count", "Sum"),
    clientErrors: api("4XXError", "Sum"),
    serverErrors: api("5XXError", "Sum"),
    hourlyServerErrors: api("5XXError", "Sum").with({ period: HOUR }),
    idpFailures: metric(IDP_FAILURES.namespace, IDP_FAILURES.name, "Sum"),
    /** Calls to a sweeper, made by a schedule every five minutes. */
    sweeps: metric("AWS/Lambda", "Invocations", "Sum", {
      FunctionName: names.function(location, location === "platform" ? "sweepWorkspaces" : "sweepLoads"),
    }).with({ period: Duration.minutes(15) }),
    canary: canaryMetrics(config, location),
    latency: api("Latency", "p99"),
    usualLatency: api("Latency", "p50"),
    functionErrors: metric("AWS/Lambda", "Errors", "Sum"),
    functionThrottles: metric("AWS/Lambda", "Throttles", "Sum"),
    /** Throttling of background work in all regions that share this AWS region; throttled work waits for capacity. */
    waits: REGIONS.filter((region) => awsRegionOf(config, region) === awsRegionOf(config, location)).flatMap(
      (region) =>
        RESERVED_STEPS.map((name) =>
          metric("AWS/Lambda", "Throttles", "Sum", { FunctionName: names.function(region, name) }),
        ),
    ),
    concurrency: metric("AWS/Lambda", "ConcurrentExecutions", "Maximum"),
    uploadErrors:
      location === "platform" ? null : metric(UPLOAD_ERRORS.namespace, UPLOAD_ERRORS.nameOf(location), "Sum"),
    deadLetters: metric("AWS/SQS", "ApproximateNumberOfMessagesVisible", "Maximum", {
      QueueName: names.deadLetters(location),
    }),
    commits:
      location === "platform" || !queuesCommits(config)
        ? null
        : {
            age: metric("AWS/SQS", "ApproximateAgeOfOldestMessage", "Maximum", {
              QueueName: names.commits(location),
            }),
            deadLetters: metric("AWS/SQS", "ApproximateNumberOfMessagesVisible", "Maximum", {
              QueueName: names.commitDeadLetters(location),
            }),
          },
    machines: machines.map((name) => ({
      name,
      started: execution(name, "ExecutionsStarted"),
      failed: execution(name, "ExecutionsFailed"),
      timedOut: execution(name, "ExecutionsTimedOut"),
      throttled: execution(name, "ExecutionThrottled"),
    })),
    readThrottles: table("ReadThrottleEvents"),
    writeThrottles: table("WriteThrottleEvents"),
    reads: table("ConsumedReadCapacityUnits"),
    writes: table("ConsumedWriteCapacityUnits"),
    sql:
      location === "platform"
        ? []
        : SQL_TIERS.map((tier) => ({
            tier,
            queued: workgroup(tier, "QueryQueueTime", "p90"),
            took: workgroup(tier, "TotalExecutionTime", "p90"),
            scanned: workgroup(tier, "ProcessedBytes", "Sum"),
          })),
  };
}

/** Returns the number of runs and failures of a location's canary within half an hour; null without a canary. */
function canaryMetrics(config: Config, location: Location) {
  if (location === "platform" || !config.canary?.[location]) return null;
  const of = (metricName: string, statistic: string) =>
    metric("AWS/Lambda", metricName, statistic, { FunctionName: names.function(location, CANARY) }).with({
      period: Duration.minutes(30),
    });
  return { runs: of("Invocations", "Sum"), failed: of("Errors", "Sum"), took: of("Duration", "Maximum") };
}

export type LocationMetrics = ReturnType<typeof locationMetrics>;

function metric(
  namespace: string,
  metricName: string,
  statistic: string,
  dimensionsMap: Record<string, string> = {},
): Metric {
  return new Metric({ namespace, metricName, statistic, period: PERIOD, dimensionsMap });
}
