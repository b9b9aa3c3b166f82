import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "#shared/domain/errors.ts";
import type { ApiEvent } from "./apiEvent.ts";

/** Lets an operation exist only where the deployment has what it needs: an identity provider in any case. */
export function requireProvision(
  provision: "idp" | "webhooks" | "docsPortal" | undefined,
): MiddlewareObj<ApiEvent> {
  return {
    before: ({ event }) => {
      if (provision === undefined) return;
      if (event.settings.idp !== null && event.settings[provision] !== null) return;
      throw new DomainError(
        "not_found",
        "path_not_found",
        "There is nothing at this path in this deployment.",
      );
    },
  };
}
