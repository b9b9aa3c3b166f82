import { loadActionContract } from "#shared/api/loadActionContract.ts";
import { operation } from "#shared/api/operation.ts";
import { conflict } from "#shared/domain/errors.ts";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { finalize } from "#shared/domain/loads/loadTransitions.ts";
import { startIngestion } from "#shared/history/startIngestion.ts";

export const finalizeLoad = operation(
  {
    summary: "Finalize a data load: ingest its files in the background",
    description:
      "The load is `LOADING`, with its `progress`. In the end, either all files are ingested into all tables (`COMPLETED`), or none (`FAILED`, with `errors`). 409 in an archived project or round, and for a load that has expired (`expires_at`).",
    ...loadActionContract(
      "finalize",
      { state: "LOADING" },
      conflict(
        "load_empty",
        `The load ${EXAMPLE_ID.load} has no file for any table: upload at least one file with a table_reference first.`,
      ),
    ),
  },
  ({ workspace, caller, query }) => startIngestion(workspace, caller, query.id, "PENDING", finalize),
);
