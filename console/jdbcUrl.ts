/** Offset of a regional TLS port from the port without TLS, on a local platform. */
const LOCAL_TLS_OFFSET = 3;
const HTTPS_PORT = 443;

/** Returns the URL with which Trino's JDBC driver reads a workspace. */
export function jdbcUrl(regionApiUrl: string, workspace: string): string {
  const { protocol, hostname, port } = new URL(regionApiUrl);
  const isLocal = protocol === "http:";
  const host = isLocal ? "localhost" : hostname;
  const secure = isLocal ? Number(port) + LOCAL_TLS_OFFSET : port || HTTPS_PORT;
  return `jdbc:trino://${host}:${secure}/${workspace}/main?SSL=true`;
}
