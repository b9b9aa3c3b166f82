const TABLE = {
  approx_set: "use approx_distinct, or count(DISTINCT x)",
  checksum: "compare count(*), and sums of the columns",
  crc32: "use sha256",
  hmac_md5: "use sha256",
  hmac_sha1: "use sha256",
  hmac_sha256: "use sha256",
  hmac_sha512: "use sha256",
  inverse_beta_cdf: "compare beta_cdf with the probability",
  merge: "use approx_distinct, or count(DISTINCT x)",
  murmur3: "use sha256",
  parse_data_size: "compute the number of bytes in the query",
  qdigest_agg: "use approx_percentile",
  sha512: "use sha256",
  spooky_hash_v2_32: "use sha256",
  spooky_hash_v2_64: "use sha256",
  tdigest_agg: "use approx_percentile",
  to_base32: "use to_hex or to_base64",
  from_base32: "use from_hex or from_base64",
  word_stem: "stem the words before they are loaded",
  xxhash64: "use sha256",
};

/** Trino functions that the platform lacks, and their alternatives. */
export const UNAVAILABLE: ReadonlyMap<string, string> = new Map(Object.entries(TABLE));
