import type { AuditRecord } from "#shared/domain/audit/auditRecord.ts";
import type { Usage } from "#shared/domain/audit/usage.ts";
import type { Member } from "#shared/domain/member.ts";

const USER = "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ";

export const exampleMember: Member = {
  user_id: USER,
  name: "Ada Example",
  email: "ada@example.org",
  user_type: "USER",
  role: "scientist",
  role_source: "DEFAULT",
};

export const exampleAuditRecord: AuditRecord = {
  id: "153712003840599",
  at: "2026-03-02T09:30:00.000Z",
  user_id: USER,
  is_machine: false,
  is_staff: false,
  role: "scientist",
  address: "192.0.2.44",
  client: "pdp-python/0.1.0",
  kind: "load:undo",
  access: "CHANGE",
  object: "153712003840515",
  status: 200,
  is_complete: true,
  rows: null,
  bytes: 1042,
  scanned_bytes: null,
  task_seconds: null,
  request_id: "6f1c0f0e-3a44-4b6e-9d3b-1f1f0c7f5a10",
};

export const exampleUsage: Usage = {
  month: "2026-11",
  requests: 18_250,
  scanned_bytes: 5_368_709_120,
  task_seconds: 7_200.5,
  stored_bytes: 1_073_741_824,
};
