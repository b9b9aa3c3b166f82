import { conflict, DomainError, notFound, storageFull } from "@pdp/basics/errors";
import type * as v from "valibot";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { MAX_FILE_BYTES } from "#shared/domain/loads/load.ts";
import {
  MAX_LOADS_UNDER_WAY,
  MAX_TASKS_UNDER_WAY,
  tooManyLoads,
  tooManyTasks,
} from "#shared/domain/underWay.ts";
import { viewOutdated } from "#shared/domain/viewReads.ts";
import { workspaceFrozen } from "#shared/domain/workspaceFreeze.ts";
import { fileTooLarge } from "#shared/http/multipart.ts";
import { workspaceDenied } from "#shared/http/workspaceAccess.ts";
import { idpUnavailable } from "#shared/identity/idpUnavailable.ts";
import { tokenExpired } from "#shared/identity/tokenErrors.ts";
import type { Contract } from "../operations/contract.ts";

const ERROR_ID = "5f0c7f6e-0d2b-4c64-9d0a-3b1f4a7e2c11";

/** Typical error for each status, for the operations with a tag; an operation may override it. */
const OF_TAG: Record<string, Record<number, DomainError>> = {
  Workspaces: {
    404: notFound("workspace", "protein-lab"),
    409: conflict("workspace_deleting", 'The workspace "protein-lab" is being deleted: restore it first.'),
  },
  Projects: {
    404: notFound("project", EXAMPLE_ID.project),
    409: conflict("project_archived", `The project ${EXAMPLE_ID.project} is already archived.`),
  },
  Rounds: {
    404: notFound("round", EXAMPLE_ID.round),
    409: conflict("round_archived", `The round ${EXAMPLE_ID.round} is already archived.`),
  },
  "Tables and views": {
    404: notFound("table", "variants"),
    409: conflict(
      "reference_taken",
      `The reference "variants" is already used by the table ${EXAMPLE_ID.table}. Choose another reference, or archive that table first.`,
    ),
  },
  "Data loads": {
    404: notFound("load", EXAMPLE_ID.load),
    409: conflict(
      "load_state",
      `The load ${EXAMPLE_ID.load} is LOADING: only a COMPLETED load can be undone. An earlier request is still running: wait until it has finished.`,
    ),
    429: tooManyLoads(MAX_LOADS_UNDER_WAY),
  },
  Tasks: {
    404: notFound("task", EXAMPLE_ID.task),
    409: conflict(
      "idempotency_key_taken",
      `The idempotency key "round-1-train" is already used by the task ${EXAMPLE_ID.task} in this context.`,
    ),
    429: tooManyTasks(MAX_TASKS_UNDER_WAY),
  },
  Orders: {
    404: notFound("order", EXAMPLE_ID.order),
    409: conflict("order_archived", `The order ${EXAMPLE_ID.order} is already archived.`),
  },
  Artifacts: { 404: notFound("artifact", EXAMPLE_ID.report) },
  Users: { 404: notFound("picture", "5b1f0c7e9a3d4286b0f1e2d3c4a59687") },
  SQL: {
    400: new DomainError(
      "malformed",
      "unknown_table",
      'There is no table "variant"; the newest tables are "designs", "variants" (line 1, column 35).',
    ),
    404: notFound("project", EXAMPLE_ID.project),
    409: viewOutdated("best", "variants", {
      id: EXAMPLE_ID.table,
      reference: "variants_2025",
      isArchived: false,
    }),
    429: new DomainError(
      "throttled",
      "too_many_requests",
      "This workspace has 10 queries in progress, which is the maximum. Wait for one to finish, then try again.",
    ),
  },
};

const GENERAL: Record<number, DomainError> = {
  400: new DomainError("malformed", "invalid_json", "The body is not valid JSON."),
  401: tokenExpired(),
  403: workspaceDenied("protein-lab"),
  404: new DomainError("not_found", "not_found", "No resource with this name exists."),
  408: new DomainError(
    "timeout",
    "body_too_slow",
    "The body arrived too slowly: less than 30 KB in 30 s. Send the request again over a faster connection.",
  ),
  409: conflict(
    "workspace_provisioning",
    'The workspace "protein-lab" is PROVISIONING, not READY. To get its state, use GET /v2/workspace:get?name=protein-lab on the platform URL.',
  ),
  413: new DomainError("too_large", "body_too_large", "A JSON or SQL body must not exceed 1 MB."),
  415: new DomainError(
    "unsupported_media_type",
    "unsupported_media_type",
    "The body was sent as text/plain. Send JSON with the header Content-Type: application/json.",
  ),
  423: workspaceFrozen("protein-lab", {
    mode: "READ_ONLY",
    reason: "A restore is running",
    frozen_at: "2026-04-20T16:00:00.000Z",
    frozen_by: "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ",
  }),
  429: new DomainError("throttled", "throttled", "Too many requests at once. Try again in 2 seconds."),
  500: new DomainError(
    "malformed",
    "internal_error",
    `An internal error occurred. It does not seem to be caused by your request. To report it, include error_id ${ERROR_ID}.`,
  ),
  503: idpUnavailable(null),
  507: storageFull("objects"),
};

/** Returns an example of an operation's error response. */
export function errorExample(status: number, contract: Contract): unknown {
  if (status === 422) return { detail: [exampleProblem(contract)] };
  const { code, message } = contractExample(status, contract) ?? GENERAL[status] ?? {};
  return code === undefined ? undefined : { detail: message, code, error_id: ERROR_ID };
}

function contractExample(status: number, { errors, examples, tag, form }: Contract) {
  const example = examples?.errors?.[status];
  if (example || !errors?.includes(status as never)) return example;
  if (form && (status === 400 || status === 413 || status === 415)) return OF_FORMS[status];
  return OF_TAG[tag]?.[status];
}

const OF_FORMS: Record<400 | 413 | 415, DomainError> = {
  400: new DomainError("malformed", "upload_aborted", "The upload ended too early."),
  413: fileTooLarge(MAX_FILE_BYTES),
  415: new DomainError(
    "unsupported_media_type",
    "unsupported_media_type",
    "Send the file as multipart/form-data in a part named file (curl: -F file=@variants.csv).",
  ),
};

/**
 * Returns a validation problem: a missing required field of this operation or, if all fields are optional, an invalid value.
 */
function exampleProblem({ query, body, form }: Contract): unknown {
  const places = Object.entries({ query, body: body ?? form }).flatMap(([source, schema]) =>
    Object.entries(entriesOf(schema)).map(([name, entry]) => ({ loc: [source, name], entry })),
  );
  const needed = places.find(({ entry }) => entry.type !== "optional");
  if (needed) return { loc: needed.loc, msg: "Field required", type: "missing" };
  return { loc: places[0]?.loc ?? ["body"], msg: "Input is not valid", type: "value_error" };
}

function entriesOf(schema: v.GenericSchema | undefined): Record<string, v.GenericSchema> {
  return (schema as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {};
}
