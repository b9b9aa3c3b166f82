import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "@pdp/basics/errors";
import type { ApiEvent } from "./apiEvent.ts";

/**
 * Raises a 404 if the deployment lacks a feature that an operation requires. All features also require an identity provider.
 */
export function requireProvision(
  provision: "idp" | "webhooks" | "docsPortal" | undefined,
): MiddlewareObj<ApiEvent> {
  return {
    before: ({ event }) => {
      if (provision === undefined) return;
      if (event.settings.idp !== null && event.settings[provision] !== null) return;
      throw new DomainError("not_found", "path_not_found", "This path does not exist in this deployment.");
    },
  };
}
