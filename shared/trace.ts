import { appendFileSync } from "node:fs";
export function trace(s: string): void {
  appendFileSync(
    "/tmp/lp/trace.log",
    `${(performance.timeOrigin + performance.now()).toFixed(1)} ${process.pid} ${s}\n`,
  );
}
