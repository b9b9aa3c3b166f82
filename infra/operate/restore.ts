import { parseArgs } from "node:util";
import { readEnvironment } from "../config.ts";
import { REGIONS } from "../names.ts";
import { restoreWorkspace } from "./restoreWorkspace.ts";

const HELP = `Restores one workspace from a table that was restored to a point in time under another name, and restores its objects.

  npm run restore -- --environment production --region EU --workspace ID --from workspace-data-eu-restored [--dry-run]

Requires AWS credentials that can read and write the region's table and bucket. The workspace must be frozen as CLOSED, so that
nothing writes to it during the restore; see docs/operations.md. You can interrupt and repeat the command.`;

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      environment: { type: "string" },
      region: { type: "string" },
      workspace: { type: "string" },
      from: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const { environment, workspace, from, "dry-run": isDry } = values;
  const region = REGIONS.find((name) => name === values.region);
  if (values.help || !environment || !workspace || !from || !region || !/^\d+$/.test(workspace)) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  const config = readEnvironment(environment);
  const { put, deleted, objects } = await restoreWorkspace({
    config,
    region,
    workspaceId: workspace,
    from,
    isDry,
  });
  const would = isDry ? "would be " : "";
  console.log(
    `${put} records ${would}written, ${deleted} newer records ${would}deleted, ${objects} objects ${would}restored`,
  );
  return 0;
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
