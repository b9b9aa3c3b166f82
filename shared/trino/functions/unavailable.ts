const TABLE = {
  approx_set: "use approx_distinct, or count(DISTINCT x)",
  inverse_beta_cdf: "compare beta_cdf with the probability",
  merge: "use approx_distinct, or count(DISTINCT x)",
  murmur3: "use xxhash64 or sha256",
  qdigest_agg: "use approx_percentile",
  spooky_hash_v2_32: "use xxhash64 or sha256",
  spooky_hash_v2_64: "use xxhash64 or sha256",
  tdigest_agg: "use approx_percentile",
  word_stem: "stem the words before they are loaded",
};

/** Trino functions that the platform lacks, and their alternatives. */
export const UNAVAILABLE: ReadonlyMap<string, string> = new Map(Object.entries(TABLE));
