import { startIdp } from "#local/idp/startIdp.ts";
import { API_KEY, CLIENT_ID, STAFF_ORG } from "./idpNames.ts";

/** Provider in a separate process that can be killed: prints its address. */
const [directory = ""] = process.argv.slice(2);
const { url } = await startIdp({ directory, clientId: CLIENT_ID, apiKey: API_KEY, staffOrgId: STAFF_ORG });
console.log(url);
