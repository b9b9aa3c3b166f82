import { DomainError } from "@pdp/basics/errors";

/** Feature that can be enabled per workspace. */
export type Capability = "can_generate_variants";

export function capabilityDisabled(capability: Capability): DomainError {
  return new DomainError(
    "forbidden",
    "capability_disabled",
    `This workspace is not allowed to generate variants (${capability} is off). Ask platform staff to enable it.`,
  );
}
