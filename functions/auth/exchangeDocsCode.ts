import { createHash, timingSafeEqual } from "node:crypto";
import { DomainError } from "@pdp/basics/errors";
import * as v from "valibot";
import { toUser, User } from "#shared/domain/user.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { parseJson } from "#shared/http/parseJson.ts";
import { parseWith } from "#shared/http/validate.ts";
import { redeemLoginCode } from "#shared/store/loginCodes.ts";
import { findUser } from "#shared/store/users.ts";

const ExchangeDocsCode = v.object({
  code: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(200),
    v.examples(["0m4mNq1zq7rB8c2h3H9sXv5yT6wK1uJ2pQ4eR7tY8iO"]),
  ),
});

export const exchangeDocsCode = operation(
  {
    summary: "Redeem a documentation portal login code",
    description:
      "Called by the portal, with `Authorization: Bearer <the portal's secret>`. Returns the code's user. A code can be used once, within 60 s.",
    method: "POST",
    path: "/auth/docs:exchange",
    tag: "Authentication",
    audience: "open",
    needs: ["platform:write"],
    body: ExchangeDocsCode,
    transport: "raw",
    response: User,
    requires: "docsPortal",
    internal: true,
    errors: [401, 404],
  },
  async ({ settings, headers, text }) => {
    requireSecret(headers.authorization ?? "", settings.docsPortal?.secret ?? "");
    const { code } = parseWith(ExchangeDocsCode, parseJson(text), "body");
    const userId = await redeemLoginCode({ settings }, sha256(code).toString("hex"));
    const user = userId === null ? null : await findUser({ settings }, userId);
    if (!user) {
      const sentence = "The login code is unknown, older than 60 s, or already used. Log in again.";
      throw new DomainError("not_found", "login_code_unknown", sentence);
    }
    return toUser(user, settings.platformUrl);
  },
);

function requireSecret(header: string, secret: string): void {
  const given = header.replace(/^Bearer +/i, "");
  // Digests have equal lengths, so the comparison reveals nothing about the secret.
  if (secret !== "" && timingSafeEqual(sha256(given), sha256(secret))) return;
  throw new DomainError("unauthenticated", "portal_secret_wrong", "The portal's secret is missing or wrong.");
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
