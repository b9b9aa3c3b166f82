import { createHmac } from "node:crypto";
import type { Idp } from "../idp.ts";
import { IdpError } from "../idpError.ts";
import { isSameSecret } from "../machineClients.ts";

/** Returns the token for a form about one subject. Only this provider's pages can know it. */
export function formToken({ formKey }: Idp, subject: string): string {
  return createHmac("sha256", formKey).update(subject).digest("base64url");
}

export function requireFormToken(idp: Idp, subject: string, token: string): void {
  if (isSameSecret(formToken(idp, subject), token)) return;
  throw new IdpError(403, "form_outdated", "This form has expired. Reload the page.");
}
