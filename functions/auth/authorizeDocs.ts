import { createHash, randomBytes } from "node:crypto";
import { invalidField } from "@pdp/basics/errors";
import * as v from "valibot";
import { operation } from "#shared/http/operations/operation.ts";
import { putLoginCode } from "#shared/store/loginCodes.ts";

export const authorizeDocs = operation(
  {
    summary: "Create a login link to the documentation portal",
    description:
      "Creates a login code for the caller and returns the portal's URL with it in `code`. The portal redeems it once, within 60 s, at `POST /auth/docs:exchange`. Only the configured portal is a valid target.",
    method: "GET",
    path: "/auth/docs:authorize",
    tag: "Authentication",
    audience: "user",
    needs: ["platform:write"],
    query: v.object({
      redirect_url: v.pipe(
        v.optional(v.string()),
        v.description("URL of a page in the portal. Defaults to the portal's home page"),
        v.examples(["https://docs.example.org/guide"]),
      ),
    }),
    response: v.object({
      redirect_url: v.pipe(
        v.string(),
        v.description("URL for the caller's browser"),
        v.examples(["https://docs.example.org/guide?code=0m4mNq1zq7rB8c2h3H9sXv5yT6wK1uJ2pQ4eR7tY8iO"]),
      ),
    }),
    requires: "docsPortal",
    internal: true,
    errors: [404],
  },
  async ({ settings, caller, query }) => {
    const portal = settings.docsPortal?.url ?? "";
    const target = redirectTarget(query.redirect_url || portal, portal);
    const code = randomBytes(32).toString("base64url");
    await putLoginCode({ settings }, createHash("sha256").update(code).digest("hex"), caller.userId);
    target.searchParams.set("code", code);
    return { redirect_url: target.href };
  },
);

/** Checks the parsed URL: a URL that merely has the portal's URL as a prefix may lead elsewhere. */
function redirectTarget(wanted: string, portal: string): URL {
  const { origin, protocol } = new URL(portal);
  const target = URL.canParse(wanted) ? new URL(wanted) : null;
  // `blob:https://portal…` has the portal's origin but does not lead to the portal.
  const isPortal = target?.origin === origin && target.protocol === protocol;
  if (isPortal && !target.username && !target.password) return target;
  const message = `Input should be a URL of the documentation portal, ${origin}`;
  throw invalidField(["query", "redirect_url"], message, wanted.slice(0, 200));
}
