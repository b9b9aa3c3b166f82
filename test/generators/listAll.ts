import { pathToFileURL } from "node:url";

/**
 * Lists every kind of resource through a client from hey-api: `node listAll.ts <bundle> <platform> <workspace>`. `ACCESS_TOKEN`
 * is a token with access to the workspace, and `REGION_URL` the address of its region.
 */
const [bundle = "", platform = "", workspace = ""] = process.argv.slice(2);
const { ACCESS_TOKEN: auth, TABLE_ID: id, REGION_URL: region } = process.env;

interface Answer {
  data?: object;
  error?: unknown;
}
type List = (options: object) => Promise<Answer>;

const generated = (await import(pathToFileURL(bundle).href)) as Record<string, List>;
const names = Object.keys(generated).filter((name) => name.startsWith("list"));
const query = { listArchivedTables: { reference: "variants" }, listTableVersions: { id } } as Record<
  string,
  object
>;
let filled = 0;
for (const name of names) {
  const path = { workspace, namespace: "main" };
  const baseUrl = ["listWorkspaceRecords", "listUsers"].includes(name) ? platform : region;
  const body = name === "listLoads" ? {} : undefined;
  const answer = await generated[name]?.({ baseUrl, auth, path, query: query[name] ?? {}, body });
  if (answer?.data === undefined) throw new Error(`${name}: ${JSON.stringify(answer?.error)}`);
  if (Object.values(answer.data).some((value) => Array.isArray(value) && value.length > 0)) filled += 1;
}
console.log(`${names.length} lists, ${filled} with items`);
if (names.length < 18 || filled < 13) throw new Error(names.join(", "));
