import { DomainError } from "@pdp/basics/errors";
import { sessionZoneOf } from "@pdp/trino/types";

/** What the session of a client of Trino's protocol says about a statement. */
export interface StatementSession {
  /** Maximum time from the start of the statement to its end, in milliseconds. */
  max_run_ms?: number;
  /** Time zone of the session. Defaults to UTC. */
  time_zone?: string;
}

type Check = (name: string, value: string) => void;

/** Session properties that limit the time of a statement. JDBC's `setQueryTimeout` sets the first. */
const TIME_LIMITS = ["query_max_run_time", "query_max_execution_time"];
const ZONE = "time_zone_id";

/** Properties of Trino's optimizer and scheduler. The engine here decides without them, and they never change results. */
const WITHOUT_EFFECT: Record<string, string> = {
  boolean:
    "dictionary_aggregation distributed_sort enable_dynamic_filtering enable_intermediate_aggregations enable_stats_calculator exchange_compression iterative_optimizer_enabled optimize_hash_generation optimize_metadata_queries prefer_partial_aggregation push_aggregation_through_outer_join redistribute_writes scale_writers spill_enabled statistics_precalculation_for_pushdown_enabled use_exact_partitioning",
  integer:
    "filter_and_project_min_output_page_row_count hash_partition_count initial_splits_per_node max_hash_partition_count min_hash_partition_count query_priority task_concurrency task_max_writer_count task_min_writer_count",
  text: "execution_policy join_distribution_type join_reordering_strategy join_max_broadcast_table_size query_max_cpu_time query_max_memory query_max_planning_time query_max_scan_physical_bytes query_max_total_memory retry_policy",
};

const CHECKS = new Map<string, Check>([
  ...TIME_LIMITS.map((name): [string, Check] => [name, durationMs]),
  [ZONE, (_, value) => void sessionZoneOf(value, new Date(0))],
  ...checksOf("boolean", /^(?:true|false)$/i, "true or false"),
  ...checksOf("integer", /^-?\d{1,18}$/, "a whole number"),
  ...checksOf("text", /^/, "text"),
]);

function checksOf(kind: string, pattern: RegExp, form: string): [string, Check][] {
  return (WITHOUT_EFFECT[kind] ?? "").split(" ").map((key) => [
    key,
    (name, value) => {
      if (!pattern.test(value)) throw invalid(name, value, `Write ${form}`);
    },
  ]);
}

const UNIT_MS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const DURATION = /^\s*(\d{1,12}(?:\.\d{1,9})?)\s*(ns|us|ms|s|m|h|d)\s*$/;

/** Reads the headers with a client's time zone and session properties. Properties without effect are ignored. */
export function statementSession(headers: Record<string, string | undefined>): StatementSession {
  const limits: number[] = [];
  let zone = headers["x-trino-time-zone"]?.trim() || undefined;
  for (const entry of (headers["x-trino-session"] ?? "").split(",")) {
    const at = entry.indexOf("=");
    const name = entry.slice(0, at).trim();
    const value = decoded(entry.slice(at + 1));
    if (at > 0 && TIME_LIMITS.includes(name)) limits.push(durationMs(name, value));
    if (at > 0 && name === ZONE) zone = value;
  }
  const time_zone = zone === undefined ? "UTC" : sessionZoneOf(zone, new Date(0)).name;
  return {
    ...(limits.length > 0 && { max_run_ms: Math.min(...limits) }),
    ...(time_zone !== "UTC" && { time_zone }),
  };
}

/** Rejects a property that SET SESSION cannot change, and a value that it cannot have. */
export function requireSessionProperty(name: string, value: string | null): void {
  const check = CHECKS.get(name);
  if (!check) {
    const sentence = `There is no session property "${name.slice(0, 128)}". ${TIME_LIMITS.join(", ")} and ${ZONE} have an effect.`;
    throw new DomainError("malformed", "invalid_session_property", sentence);
  }
  if (value !== null) check(name, value);
}

function durationMs(name: string, value: string): number {
  const [, digits, unit = ""] = DURATION.exec(value) ?? [];
  if (digits !== undefined) return Math.ceil(Number(digits) * (UNIT_MS[unit] ?? 1));
  throw invalid(name, value, "Write a duration like 30s or 5.5m");
}

function invalid(name: string, value: string, remedy: string): DomainError {
  const sentence = `The session property ${name} cannot be ${value.slice(0, 100)}. ${remedy}.`;
  return new DomainError("malformed", "invalid_session_property", sentence);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
