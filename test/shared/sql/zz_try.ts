import fs from "node:fs";
import { parseTrino } from "#shared/sql/parseTrino.ts";

for (const q of fs
  .readFileSync(process.argv[2]!, "utf8")
  .split("\n")
  .filter((l) => l.trim())) {
  try {
    const r = parseTrino(q);
    console.log("OK ", q.slice(0, 150));
  } catch (e: any) {
    console.log(e.code ?? "CRASH " + e.stack, "|", q.slice(0, 120), "|", e.message);
  }
}
