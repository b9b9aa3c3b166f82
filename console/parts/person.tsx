import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { take } from "../lab.ts";
import { signedIn } from "../session.ts";

/** Names of known users and programs by ID; null until first needed. */
const names = signal<ReadonlyMap<string, string> | null>(null);
let isReading = false;

/** User name; empty until it is known. */
export function Person({ id }: { id: string }) {
  useEffect(() => {
    if (names.value === null) void readNames();
  }, [names.value === null]);
  return <>{names.value?.get(id) ?? ""}</>;
}

/** Discards cached names after one has changed. */
export function forgetNames(): void {
  names.value = null;
}

async function readNames(): Promise<void> {
  if (isReading || typeof signedIn.value === "string") return;
  isReading = true;
  try {
    const users = await take(signedIn.value.platform.users());
    names.value = new Map(users.map(({ user_id, name }) => [user_id, name]));
  } catch {
    // If names cannot be read, the pages still show what happened.
    names.value = new Map();
  } finally {
    isReading = false;
  }
}
