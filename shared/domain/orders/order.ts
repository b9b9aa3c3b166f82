import { Sequence } from "@pdp/basics/proteins";
import { boundedArray, optional, text } from "@pdp/basics/schemas";
import * as v from "valibot";
import { entityFields, Timestamp } from "#shared/domain/fields.ts";
import { IdString, ProjectId, RoundId } from "#shared/domain/id.ts";
import { Dataset } from "#shared/domain/tasks/dataSources.ts";

const MAX_CONTROLS = 8;
const MAX_REPLICATES = 96;
const MAX_PLATE_PLANS = 32;
/** Maximum number of designs in an order. */
export const MAX_DESIGNS = 5_000;
/** Maximum number of wells in an order, controls included. */
export const MAX_WELLS = 20_000;
/** Maximum number of residues in all wells of an order. */
export const MAX_RESIDUES = 1_000_000;

const integer = (from: number, to: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to));

const Control = v.object({
  kind: v.pipe(
    v.picklist(["PARENT", "BEST", "NEGATIVE", "BLANK"]),
    v.description(
      "`PARENT`: the parent of the designs. `BEST`: the best measured sequence of the project. `NEGATIVE`: a protein without the function, or an empty vector. `BLANK`: a well without protein",
    ),
  ),
  replicates: v.pipe(
    v.optional(integer(1, MAX_REPLICATES), 1),
    v.description("Wells of this control on each plate. Defaults to 1"),
    v.examples([3]),
  ),
  sequence: v.pipe(
    optional(Sequence),
    v.description("Sequence of the control. Defaults to the column `parent` or the best measured sequence"),
  ),
});

const PlateFields = v.object({
  format: v.pipe(v.picklist([96, 384]), v.description("Number of wells")),
  controls: v.pipe(
    v.optional(boundedArray(Control, MAX_CONTROLS, `At most ${MAX_CONTROLS} controls are allowed`), []),
    v.description("Controls on every plate; each kind at most once"),
  ),
  layout: v.pipe(
    v.optional(v.picklist(["RANDOM", "BLOCKED", "ROWS"]), "ROWS"),
    v.description(
      "`ROWS`: row by row, with the controls last. `RANDOM`: everything shuffled. `BLOCKED`: blocks of columns, each with its share of every control, shuffled within. Defaults to `ROWS`",
    ),
  ),
  keep_edges_free: v.pipe(
    v.optional(v.boolean(), false),
    v.description("Leave the wells at the edge empty, because liquid evaporates there"),
  ),
});
export type PlateFields = v.InferOutput<typeof PlateFields>;

const OrderName = v.pipe(text(1, 64), v.description("Name of the order"), v.examples(["Plate of round 2"]));

export const OrderFields = v.object({
  project_id: ProjectId,
  round_id: v.pipe(optional(RoundId), v.description("Round in which the designs are measured")),
  name: OrderName,
  designs: v.pipe(
    Dataset,
    v.description(
      "Rows with `sequence`, or with `vh` and `vl` for two chains, and optionally `name`, `rank`, `mutations` and `parent`, such as the designs of a task. Rows without a name are named by their rank: `D001`",
    ),
  ),
  plates: v.pipe(
    v.optional(
      boundedArray(PlateFields, MAX_PLATE_PLANS, `At most ${MAX_PLATE_PLANS} plates can be described`),
      [],
    ),
    v.description(
      "Plates to fill. The last one repeats until every design has a well. Defaults to a list without wells",
    ),
  ),
  seed: v.pipe(
    optional(integer(0, Number.MAX_SAFE_INTEGER)),
    v.description("Seed of random layouts. Defaults to the id of the order"),
    v.examples([7]),
  ),
});
export type OrderFields = v.InferOutput<typeof OrderFields>;

const OrderWell = v.object({
  plate: v.pipe(v.nullable(v.number()), v.description("Plate, starting at 1; null without plates")),
  well: v.pipe(
    v.nullable(v.string()),
    v.description("Row and column; null without plates"),
    v.examples(["A01"]),
  ),
  name: v.pipe(v.string(), v.description("Name by which it is ordered and measured"), v.examples(["D001"])),
  role: v.picklist(["DESIGN", "PARENT", "BEST", "NEGATIVE", "BLANK"]),
  mutations: v.pipe(
    v.string(),
    v.description("Mutations as stated by the designs"),
    v.examples(["V39A;D40W"]),
  ),
  sequence: v.pipe(
    v.nullable(v.string()),
    v.description("Null for a blank. Two chains are separated by `/`"),
  ),
});

const figures = {
  ...entityFields,
  project_id: IdString,
  round_id: v.nullable(IdString),
  name: v.string(),
  design_count: v.pipe(v.number(), v.description("Number of designs")),
  plate_count: v.pipe(v.number(), v.description("Number of plates")),
  seed: v.pipe(v.string(), v.description("Seed of random layouts"), v.examples(["7"])),
  erased_at: v.pipe(
    v.nullable(Timestamp),
    v.description("Time of the deletion of the layout because rows that it was created from were erased"),
  ),
};

/** Order without its wells, as in lists. */
export const OrderSummary = v.object(figures);
export type OrderSummary = v.InferOutput<typeof OrderSummary>;

export const Order = v.object({
  ...figures,
  wells: v.pipe(v.array(OrderWell), v.description("Layout, by plate and row; empty if it was erased")),
});
export type Order = v.InferOutput<typeof Order>;

/** Stored form of an order; its layout is an object. */
export interface OrderRecord extends OrderSummary {
  /** Key of the layout; null once it was erased. */
  layout_key: string | null;
}

/** Returns an order in its API representation, without its wells. */
export function shownOrder({ layout_key: _, ...order }: OrderRecord): OrderSummary {
  return order;
}
