/** Headers that a web application page may send. */
export const ALLOWED_HEADERS = ["authorization", "content-type", "idempotency-key", "api-compatibility"];
export const ALLOWED_METHODS = ["GET", "POST", "PATCH", "DELETE"];
/** Response headers that a web application page may read. */
export const EXPOSED_HEADERS = [
  "content-disposition",
  "retry-after",
  "www-authenticate",
  "x-amzn-requestid",
  "x-query-bytes-read",
  "x-query-files",
  "x-request-id",
];
/** Time for which a browser may cache a preflight response, in seconds. */
export const PREFLIGHT_SECONDS = 7200;
