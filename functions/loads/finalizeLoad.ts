import { conflict } from "@pdp/basics/errors";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { finalize } from "#shared/domain/loads/loadTransitions.ts";
import { startIngestion } from "#shared/history/startIngestion.ts";
import { loadActionContract } from "#shared/http/operations/loadActionContract.ts";
import { operation } from "#shared/http/operations/operation.ts";

export const finalizeLoad = operation(
  {
    summary: "Finalize a data load: ingest its files in the background",
    description:
      "The load becomes `LOADING` and reports its `progress`. Either all files are ingested into all tables (`COMPLETED`), or none (`FAILED`, with `errors`). 409 in an archived project or round, or if the load has expired (`expires_at`).",
    ...loadActionContract(
      "finalize",
      { state: "LOADING" },
      conflict(
        "load_empty",
        `The load ${EXAMPLE_ID.load} has no file assigned to a table: first upload at least one file with a table_reference.`,
      ),
    ),
  },
  ({ workspace, caller, query }) => startIngestion(workspace, caller, query.id, "PENDING", finalize),
);
