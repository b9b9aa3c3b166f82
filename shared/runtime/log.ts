import { Logger } from "@aws-lambda-powertools/logger";

let logger: Logger | undefined;

/** The structured log (JSON lines). It carries request ids and tenants, never the data of rows. */
export function log(): Logger {
  logger ??= new Logger({ serviceName: "platform" });
  return logger;
}
