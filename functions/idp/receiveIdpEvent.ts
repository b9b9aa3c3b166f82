import { DomainError } from "@pdp/basics/errors";
import * as v from "valibot";
import { operation } from "#shared/http/operations/operation.ts";
import { parseJson } from "#shared/http/parseJson.ts";
import { parseWith } from "#shared/http/validate.ts";
import { applyIdpEvent, IdpEvent } from "#shared/identity/idpEvent.ts";
import { verifyWebhook } from "#shared/identity/webhookSignature.ts";

export const receiveIdpEvent = operation(
  {
    summary: "Receive an event from the identity provider",
    description:
      "The header `idp-signature: t=<milliseconds>, v1=<hex>` contains the HMAC-SHA256 of `<t>.<raw body>` with the shared secret, and may be at most 180 s old. A repeated event has no effect. The second path accepts only the configured last segment.",
    method: "POST",
    path: "/idp/webhook",
    alsoPath: "/idp/webhook/{_webhook_path}",
    tag: "Identity provider",
    audience: "open",
    needs: ["platform:write", "pictures:write"],
    body: IdpEvent,
    response: v.object({
      received: v.literal(true),
      repeated: v.pipe(v.boolean(), v.description("The event has already been processed")),
    }),
    transport: "raw",
    requires: "webhooks",
    internal: true,
    errors: [401, 404],
    examples: {
      body: {
        id: "event_01KJ6Z9W2X4Y6Z8A1C3E5G7J9M",
        event: "session.revoked",
        data: { id: "session_01KJ6Z8V1W3X5Y7Z9B2D4F6H8K" },
        created_at: "2026-03-09T14:05:00.000Z",
      },
    },
  },
  async ({ settings, headers, path, text }) => {
    const { secret = "", path: configured = null } = settings.webhooks ?? {};
    if (path._webhook_path !== undefined && path._webhook_path !== configured) {
      throw new DomainError("not_found", "path_not_found", "Path not found.");
    }
    verifyWebhook(text, headers["idp-signature"], secret, Date.now());
    const event = parseWith(IdpEvent, parseJson(text), "body");
    return { received: true as const, repeated: !(await applyIdpEvent({ settings }, event)) };
  },
);
