import { expect } from "vitest";
import { expectInvalid } from "../expectations.ts";
import { operationRule, type Rule, testedOperation, testedRule } from "../rule.ts";

const AUDIT = "Clients: Records of requests and usage";
const OPERATIONS = "Decisions of 2026-11-28: Other operations";
const RECORDS =
  "Every request of a member to a workspace has a record, also a refused one: who, when, from where, which operation and resource, status, items or rows, bytes, and bytes that a query read. Records contain neither cell values nor SQL, and are kept for 400 days.";
const DURABLE =
  "The record is stored before the response is sent. If it cannot be stored, the response is an error. A streamed response has `is_complete` null until it ends; a short one ends before it is sent.";
const LIST =
  "`audit:list` selects records by `from`, `to`, `user`, `kind` and `object`. It requires a manager. A page that reads thousands of records without a match ends early, with a cursor.";
const DOWNLOAD =
  "`audit:download` returns the selected records as NDJSON or Parquet, with the fields of `audit:list`.";
const USAGE =
  "`usage:get` sums the records of a month in UTC. `stored_bytes` is the size of all objects of the workspace, measured once a day; it is null for a month without a measurement.";
const FILE = "test/functions/audit.test.ts";

export const auditRules: readonly Rule[] = [
  testedRule(
    AUDIT,
    RECORDS,
    "states who did what, when, from where, to which resource, and with what outcome",
    FILE,
  ),
  testedRule(
    AUDIT,
    DURABLE,
    "every request that a client saw succeed has a record after the platform was killed",
    "test/journeys/auditKilled.sampled.test.ts",
  ),
  testedRule(
    OPERATIONS,
    "`GET audit:list?from&to&user&kind&object&cursor`, `GET audit:download?format`",
    "has pages in both orders, and selects by time, person, kind and object",
    FILE,
  ),
  testedOperation(
    "listAudit",
    AUDIT,
    LIST,
    "a request appears in the list after its response",
    FILE,
    "exists for refused requests of members, but not for those of others",
  ),
  operationRule("downloadAudit", AUDIT, DOWNLOAD, "an unknown format is a 422", async (site) => {
    const lines = await site.get("/audit:download?kind=member:nothing");
    expect([lines.status, lines.body]).toEqual([200, ""]);
    expectInvalid(await site.get("/audit:download?format=XLSX"), "query", "format");
  }),
  testedOperation(
    "getUsage",
    AUDIT,
    USAGE,
    "the current month counts each request",
    FILE,
    "sums the records of the month, the computing time of tasks, and the size of objects",
  ),
];
