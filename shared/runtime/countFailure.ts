/** Namespace of the platform's metrics. */
const NAMESPACE = "WorkspaceDataPlatform";

/**
 * Counts a failure of a dependency: logs a line in the embedded metric format, from which CloudWatch creates a metric with
 * this name.
 */
export function countFailure(name: "idp-failures"): void {
  const CloudWatchMetrics = [
    { Namespace: NAMESPACE, Dimensions: [[]], Metrics: [{ Name: name, Unit: "Count" }] },
  ];
  process.stdout.write(
    `${JSON.stringify({ _aws: { Timestamp: Date.now(), CloudWatchMetrics }, [name]: 1 })}\n`,
  );
}
