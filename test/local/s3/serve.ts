import { createInterface } from "node:readline";
import { startS3 } from "#local/s3/startS3.ts";
import { BUCKET, CREDENTIALS } from "./endpoint.ts";

// Separate process that tests kill or measure: prints its address, then its memory usage for each input line. It exits when its
// input closes, so it never outlives the tests.
const running = await startS3({
  directory: process.argv[2] ?? "",
  buckets: [BUCKET],
  credentials: CREDENTIALS,
});
console.log(running.url);
for await (const _ of createInterface({ input: process.stdin })) console.log(process.resourceUsage().maxRSS);
await running.close();
