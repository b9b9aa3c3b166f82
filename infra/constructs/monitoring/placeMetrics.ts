import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Config } from "#infra/config.ts";
import { queuesCommits } from "#infra/constructs/commitQueue.ts";
import { RESERVED_STEPS } from "#infra/constructs/reservedConcurrency.ts";
import {
  awsRegionOf,
  machineArn,
  machinesOf,
  names,
  type Place,
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
  nameOf: (place: Place) => `${prefixOf(place)}-upload-errors`,
};

/** Metric of permanently failed calls to the identity provider, from the function logs. */
const IDP_FAILURES = { namespace: "WorkspaceDataPlatform", name: "idp-failures" };

const PERIOD = Duration.minutes(5);
const HOUR = Duration.hours(1);

/** Returns the metrics of a place, by name. */
export function placeMetrics(config: Config, place: Place) {
  const api = (metricName: string, statistic: string) =>
    metric("AWS/ApiGateway", metricName, statistic, { ApiName: names.api(place) });
  const table = (metricName: string, statistic = "Sum") =>
    metric("AWS/DynamoDB", metricName, statistic, { TableName: names.table(place) });
  const machines = machinesOf(place).map(({ name }) => name);
  const execution = (name: string, metricName: string) =>
    metric("AWS/States", metricName, "Sum", {
      StateMachineArn: machineArn(config, awsRegionOf(config, place), name),
    });
  const workgroup = (tier: "standard" | "large", metricName: string, statistic: string) =>
    metric("AWS/Athena", metricName, statistic, {
      WorkGroup: place === "platform" ? "" : names.workgroup(place, tier),
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
      FunctionName: names.function(place, place === "platform" ? "sweepWorkspaces" : "sweepLoads"),
    }).with({ period: Duration.minutes(15) }),
    canary: canaryMetrics(config, place),
    latency: api("Latency", "p99"),
    usualLatency: api("Latency", "p50"),
    functionErrors: metric("AWS/Lambda", "Errors", "Sum"),
    functionThrottles: metric("AWS/Lambda", "Throttles", "Sum"),
    /** Throttling of background work in all regions that share this AWS region; throttled work waits for capacity. */
    waits: REGIONS.filter((region) => awsRegionOf(config, region) === awsRegionOf(config, place)).flatMap(
      (region) =>
        RESERVED_STEPS.map((name) =>
          metric("AWS/Lambda", "Throttles", "Sum", { FunctionName: names.function(region, name) }),
        ),
    ),
    concurrency: metric("AWS/Lambda", "ConcurrentExecutions", "Maximum"),
    uploadErrors:
      place === "platform" ? null : metric(UPLOAD_ERRORS.namespace, UPLOAD_ERRORS.nameOf(place), "Sum"),
    deadLetters: metric("AWS/SQS", "ApproximateNumberOfMessagesVisible", "Maximum", {
      QueueName: names.deadLetters(place),
    }),
    commits:
      place === "platform" || !queuesCommits(config)
        ? null
        : {
            age: metric("AWS/SQS", "ApproximateAgeOfOldestMessage", "Maximum", {
              QueueName: names.commits(place),
            }),
            deadLetters: metric("AWS/SQS", "ApproximateNumberOfMessagesVisible", "Maximum", {
              QueueName: names.commitDeadLetters(place),
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
      place === "platform"
        ? []
        : SQL_TIERS.map((tier) => ({
            tier,
            queued: workgroup(tier, "QueryQueueTime", "p90"),
            took: workgroup(tier, "TotalExecutionTime", "p90"),
            scanned: workgroup(tier, "ProcessedBytes", "Sum"),
          })),
  };
}

/** Returns the number of runs and failures of a place's canary within half an hour; null without a canary. */
function canaryMetrics(config: Config, place: Place) {
  if (place === "platform" || !config.canary?.[place]) return null;
  const of = (metricName: string, statistic: string) =>
    metric("AWS/Lambda", metricName, statistic, { FunctionName: names.function(place, CANARY) }).with({
      period: Duration.minutes(30),
    });
  return { runs: of("Invocations", "Sum"), failed: of("Errors", "Sum"), took: of("Duration", "Maximum") };
}

export type PlaceMetrics = ReturnType<typeof placeMetrics>;

function metric(
  namespace: string,
  metricName: string,
  statistic: string,
  dimensionsMap: Record<string, string> = {},
): Metric {
  return new Metric({ namespace, metricName, statistic, period: PERIOD, dimensionsMap });
}
