import { DomainError } from "@pdp/basics/errors";
import * as v from "valibot";
import { operation } from "#shared/http/operations/operation.ts";

export const getApiStrategy = operation(
  {
    summary: "Tell a client how to log in",
    method: "GET",
    path: "/auth:apiStrategy",
    tag: "Authentication",
    audience: "open",
    needs: [],
    response: v.object({
      strategy: v.literal("idp"),
      client_id: v.pipe(v.string(), v.examples(["client_01KJ6YZ0Q3S5V7XAZBDFHKMPRT"])),
      app_url: v.pipe(
        v.string(),
        v.description("URL of the web application"),
        v.examples(["https://app.example.org"]),
      ),
      auth_api_url: v.pipe(
        v.string(),
        v.description("URL of the identity provider"),
        v.examples(["https://auth.example.org"]),
      ),
    }),
    internal: true,
    errors: [404],
  },
  async ({ settings }) => {
    if (!settings.idp) {
      throw new DomainError("not_found", "idp_not_configured", "No identity provider is configured here.");
    }
    return {
      strategy: "idp" as const,
      client_id: settings.idp.clientId,
      app_url: settings.appUrl,
      auth_api_url: settings.idp.authUrl,
    };
  },
);
