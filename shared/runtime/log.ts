import { Logger } from "@aws-lambda-powertools/logger";

let logger: Logger | undefined;

/** Returns the structured logger (JSON lines). Logs contain request ids and tenants, but no row data. */
export function log(): Logger {
  logger ??= new Logger({ serviceName: "platform" });
  return logger;
}
