import { DomainError } from "@pdp/basics/errors";
import type { LoadRecord } from "./load.ts";

/**
 * Returns the size of a load's staged files, in bytes. Files count as staged if the load was never committed and is not being
 * worked on.
 */
export function stagedBytesOf({ state, committed, bytes = 0 }: LoadRecord): number {
  const isStaged = !committed && (state === "PENDING" || state === "FAILED");
  return isStaged ? bytes : 0;
}

/** Returns the error for an upload to a workspace that has too many staged bytes. */
export function tooManyStagedBytes(stagedBytes: number, maxBytes: number): DomainError {
  return new DomainError(
    "too_large",
    "staged_bytes_exceeded",
    `The PENDING and FAILED loads of this workspace contain files of ${decimal(stagedBytes)} bytes in total, so this file would exceed the limit of ${decimal(maxBytes)} bytes. Finalize or delete some of these loads, then upload the file again.`,
  );
}

function decimal(count: number): string {
  return count.toLocaleString("en-US");
}
