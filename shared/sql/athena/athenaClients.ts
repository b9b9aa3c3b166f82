import { AthenaClient } from "@aws-sdk/client-athena";
import { GlueClient } from "@aws-sdk/client-glue";
import type { tenantCredentials } from "#shared/runtime/tenantCredentials.ts";

/**
 * Clients of one AWS region; `endpoints` are other addresses than AWS's own, `credentials` other ones than the process's:
 * Athena reads and writes with those of who asks.
 */
export function athenaClients(
  region: string,
  endpoints: { athena?: string; glue?: string },
  credentials: ReturnType<typeof tenantCredentials> = {},
): { athena: AthenaClient; glue: GlueClient } {
  const at = (endpoint: string | undefined) => ({ region, ...(endpoint && { endpoint }), ...credentials });
  return { athena: new AthenaClient(at(endpoints.athena)), glue: new GlueClient(at(endpoints.glue)) };
}
