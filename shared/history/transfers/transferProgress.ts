import type { TransferProgress, TransferRecord } from "#shared/domain/transfers/transfer.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeTransfer } from "#shared/store/transfers.ts";

/** Minimum interval between two stored states, in milliseconds. */
const STORE_EVERY_MS = 2_000;

/** Counts the files and bytes of a phase, and stores the counts from time to time. */
export class Progress {
  readonly totals: TransferProgress;
  readonly #scope: WorkspaceScope;
  readonly #record: TransferRecord;
  #storedAt = Date.now();

  constructor(scope: WorkspaceScope, record: TransferRecord) {
    this.#scope = scope;
    this.#record = record;
    this.totals = { ...(record.progress ?? { phase: "FILES", files: 0, bytes: 0 }) };
  }

  async add(bytes: number): Promise<void> {
    this.totals.files += 1;
    this.totals.bytes += bytes;
    if (Date.now() - this.#storedAt < STORE_EVERY_MS) return;
    this.#storedAt = Date.now();
    const { attempt, progress } = this.#record;
    await changeTransfer<TransferRecord>(this.#scope, this.#record, (before) =>
      before.attempt === attempt && before.progress?.phase === progress?.phase
        ? { ...before, progress: { ...this.totals } }
        : before,
    );
  }
}
