import { DomainError } from "./errors.ts";

/** Feature that can be enabled for a workspace. */
export type Capability = "can_generate_variants";

export function capabilityDisabled(capability: Capability): DomainError {
  return new DomainError(
    "forbidden",
    "capability_disabled",
    `This workspace may not generate variants (${capability} is off). Platform staff can change that.`,
  );
}
