import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { take } from "../lab.ts";
import { signedIn } from "../session.ts";

/** Names of the known people and programs by id; null until they are first needed. */
const names = signal<ReadonlyMap<string, string> | null>(null);
let isReading = false;

/** Name of a user; empty until it is known. */
export function Person({ id }: { id: string }) {
  useEffect(() => {
    if (names.value === null) void readNames();
  }, [names.value === null]);
  return <>{names.value?.get(id) ?? ""}</>;
}

/** Discards cached names after one was changed. */
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
    // If names cannot be read, the pages still say what happened.
    names.value = new Map();
  } finally {
    isReading = false;
  }
}
