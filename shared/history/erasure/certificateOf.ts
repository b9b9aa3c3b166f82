import { ERASED, type ErasedText, type HasErased } from "#shared/domain/erasures/erasedText.ts";
import {
  type Certificate,
  type ErasedTable,
  type ErasurePlan,
  type ErasureRecord,
  MAX_LISTED,
  type StoredPlan,
} from "#shared/domain/erasures/erasure.ts";
import { lastBackup } from "#shared/domain/erasures/erasureTransitions.ts";
import { now } from "#shared/runtime/ids.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Returns the findings, together with the plan's findings for objects that an earlier run has emptied. */
export function planWithEarlier(current: ErasurePlan, planned: StoredPlan): ErasurePlan {
  const tables = new Map<string, ErasedTable>(planned.tables.map((table) => [table.table_id, table]));
  for (const table of current.tables) {
    const before = tables.get(table.table_id);
    const isLess = before !== undefined && before.version_count > table.version_count;
    tables.set(table.table_id, isLess ? { ...before, rows: Math.max(before.rows, table.rows) } : table);
  }
  const union = (a: readonly string[], b: readonly string[]): string[] =>
    [...new Set([...a, ...b])].slice(0, MAX_LISTED);
  return {
    ...current,
    tables: [...tables.values()],
    tasks: union(planned.tasks, current.tasks),
    artifacts: union(planned.artifacts, current.artifacts),
    orders: union(planned.orders ?? [], current.orders),
    order_count: Math.max(planned.order_count ?? 0, current.order_count),
    uploads: union(planned.uploads, current.uploads),
    views: union(planned.views, current.views),
    named_tables: union(planned.named_tables ?? [], current.named_tables),
    texts: distinct([...(planned.texts ?? []), ...current.texts]).slice(0, MAX_LISTED),
    text_count: Math.max(planned.text_count ?? 0, current.text_count),
  };
}

function distinct(texts: readonly ErasedText[]): ErasedText[] {
  return [...new Map(texts.map((text) => [`${text.kind} ${text.id} ${text.field}`, text])).values()];
}

/** Certifies an erasure. `has` tells whether a text contains an erased value; such a text is not in the certificate. */
export function certificateOf(
  scope: WorkspaceScope,
  erasure: ErasureRecord,
  plan: ErasurePlan,
  removed: ReadonlySet<string>,
  has: HasErased,
): Certificate {
  const at = now();
  const { id, load_id, table_id, created_at, created_by, version_ids } = erasure;
  const shown = (text: string): string => (has(text) ? ERASED : text);
  const reason = erasure.reason && shown(erasure.reason);
  const reference = erasure.reference && shown(erasure.reference);
  return {
    erasure_id: id,
    workspace_id: scope.id,
    target: { load_id, table_id, reference },
    reason,
    prepared_at: created_at,
    prepared_by: created_by,
    confirmed_at: erasure.confirmed_at ?? created_at,
    confirmed_by: erasure.confirmed_by ?? created_by,
    completed_at: at,
    rechecked_at: null,
    version_ids,
    tables: plan.tables.map((table) => ({ ...table, reference: shown(table.reference) })),
    tasks: plan.tasks,
    artifacts: plan.artifacts,
    orders: plan.orders,
    uploads: plan.uploads,
    views: plan.views,
    named_tables: plan.named_tables,
    kept_texts: erasure.keep_texts === true ? plan.texts : [],
    object_count: removed.size,
    objects: [...removed].slice(0, MAX_LISTED),
    last_backup_expires_at: lastBackup(at),
  };
}

/** Writes the audit log entry, with ids and counts but without values. */
export function logErasure(scope: WorkspaceScope, erasure: ErasureRecord, message: string): void {
  log().info(message, {
    audit: "erasure",
    workspace_id: scope.id,
    erasure_id: erasure.id,
    load_id: erasure.load_id,
    table_id: erasure.table_id,
    confirmed_by: erasure.confirmed_by,
    rows: erasure.certificate?.tables.reduce((sum, { rows }) => sum + rows, 0) ?? 0,
    objects: erasure.certificate?.object_count ?? 0,
    last_backup_expires_at: erasure.certificate?.last_backup_expires_at,
  });
}
