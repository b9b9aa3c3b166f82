import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { formatCount } from "@pdp/basics/wording";
import { readWells } from "@pdp/formats/layouts";
import { UnreadableText } from "@pdp/formats/text";
import { UnreadableXlsx } from "@pdp/formats/xlsx";

import { orderResults } from "#client/orderList/orderResults.ts";
import type { OrderTarget } from "#client/orderList/orderTarget.ts";
import type { Order } from "#client/orders.ts";
import type { Cli } from "../cli.ts";
import { UnfitFiles, UsageError } from "../errors.ts";

/**
 * Calls `work` with files that contain the measured wells of exports joined with the layout of an order; they are removed afterward.
 * `value` is the column for the values of plates.
 */
export async function withOrderFiles<Result>(
  cli: Cli,
  paths: readonly string[],
  order: Order,
  { sequence, mutations, assays }: OrderTarget,
  value: string | undefined,
  work: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "pdp-"));
  try {
    const written: string[] = [];
    for (const path of paths) {
      const name = basename(path);
      const wells = await readWells(name, await bytesOf(path)).catch((error: unknown) => {
        const isKnown = error instanceof UnreadableText || error instanceof UnreadableXlsx;
        throw isKnown ? new UnfitFiles(`${name} cannot be joined with the order: ${error.message}.`) : error;
      });
      const result = joined(wells, order, { sequence, mutations, value: value ?? assays[0] ?? "value" });
      const also =
        result.empty === 0 ? "" : `; ${formatCount(result.empty, "well")} of ${name} not in the order`;
      const lacking =
        result.missing === 0 ? "" : `; ${formatCount(result.missing, "well")} of the order not measured`;
      cli.say(`${name}: ${formatCount(result.rows, "well")} of the order ${order.name}${also}${lacking}`);
      const target = join(folder, `${name.replace(/\.[^.]*$/, "")} of ${order.id}.tsv`);
      await writeFile(target, result.tsv, { mode: 0o600 });
      written.push(target);
    }
    return await work(written);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function joined(...[wells, order, names]: Parameters<typeof orderResults>): ReturnType<typeof orderResults> {
  try {
    return orderResults(wells, order, names);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function bytesOf(path: string): Promise<Buffer> {
  return readFile(path).catch(() => {
    throw new UsageError(`File not found: ${path}.`);
  });
}
