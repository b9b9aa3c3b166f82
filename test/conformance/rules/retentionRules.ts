import { type Rule, testedRule } from "../rule.ts";

const DELETION = [
  "test/functions/workspaceDeletion.sampled.test.ts",
  "a deletion rejects operations while waiting and removes everything after the retention period",
] as const;
const STATES = "Specification: States of a workspace";
const EXPIRES =
  "`DELETING` | retention period expires | default 7 days | `DELETED` | infrastructure resources are deleted";
const DELETING =
  "A workspace in `DELETING` answers its members 409 `workspace_deleting`; everybody else, and everybody once it is `DELETED`, gets 403.";

const RECORD =
  "`workspace:listRecords` with `include_deleted` also lists the records of purged workspaces: id, name, region, and who created and deleted the workspace, and when. No other list contains them.";

export const retentionRules: readonly Rule[] = [
  testedRule(
    "Clients: Staff and workspaces",
    RECORD,
    "the record of a purged workspace is kept",
    ...DELETION,
  ),
  testedRule(STATES, EXPIRES, "after the retention period, a workspace cannot be restored", ...DELETION),
  testedRule(
    "Decisions: More detail",
    DELETING,
    "a DELETED workspace is a 403 for its members, and unknown to staff",
    ...DELETION,
  ),
  testedRule(
    STATES,
    EXPIRES,
    "the name of a DELETED workspace is free, and its new workspace is empty",
    ...DELETION,
  ),
];
