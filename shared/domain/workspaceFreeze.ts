import { DomainError } from "@pdp/basics/errors";
import { text } from "@pdp/basics/schemas";
import * as v from "valibot";
import { Timestamp } from "./fields.ts";

/** READ_ONLY refuses changes, and stops work that changes data; CLOSED refuses all requests, and stops all work. */
const FreezeMode = v.picklist(["READ_ONLY", "CLOSED"]);

export const FreezeRequest = v.object({
  mode: v.pipe(
    FreezeMode,
    v.description(
      "`READ_ONLY` refuses changes, and stops work that changes data; `CLOSED` refuses all requests, and stops all work",
    ),
    v.examples(["READ_ONLY"]),
  ),
  reason: v.pipe(
    text(1, 200),
    v.description("Shown to everyone whose request is refused; 1 to 200 characters"),
    v.examples(["A restore is running"]),
  ),
});

export const Freeze = v.object({
  mode: FreezeMode,
  reason: v.string(),
  frozen_at: Timestamp,
  frozen_by: v.string(),
});
export type Freeze = v.InferOutput<typeof Freeze>;

export function workspaceFrozen(name: string, { mode, reason, frozen_at }: Freeze): DomainError {
  const state = mode === "CLOSED" ? "closed" : "read-only";
  return new DomainError(
    "locked",
    "workspace_frozen",
    `The workspace "${name}" has been ${state} since ${frozen_at}: ${reason.replace(/[.!?\s]+$/, "")}. Try again later; platform staff can unfreeze it.`,
  );
}

/** Throws a 423 if a frozen workspace refuses a request. */
export function requireUnfrozen(name: string, freeze: Freeze | null, isChange: boolean): void {
  if (freeze && (freeze.mode === "CLOSED" || isChange)) throw workspaceFrozen(name, freeze);
}
