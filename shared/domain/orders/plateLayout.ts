import { createRandom, type Random } from "@pdp/basics/statistics";
import { MAX_RESIDUES, MAX_WELLS } from "./order.ts";
import { type PlateSize, plateWells } from "./plateWells.ts";

export type OrderRole = "DESIGN" | ControlKind;
export type ControlKind = "PARENT" | "BEST" | "NEGATIVE" | "BLANK";

/** Protein of an order before it has a well; a blank has no sequence. */
export interface Ordered {
  name: string;
  role: OrderRole;
  /** Mutations as the designs state them; empty for controls. */
  mutations: string;
  sequence: string | null;
}

/** Content of a well. `plate` starts at 1; both are null in an order without plates. */
export interface OrderWell extends Ordered {
  plate: number | null;
  well: string | null;
}

/** Plate to fill; every plate gets all of its controls. */
export interface PlatePlan {
  format: PlateSize;
  controls: readonly { control: Ordered; replicates: number }[];
  layout: "RANDOM" | "BLOCKED" | "ROWS";
  keepEdgesFree: boolean;
}

const TOO_MANY_WELLS = `Designs and controls fill more than ${MAX_WELLS.toLocaleString("en-US")} wells, or wells with more than ${MAX_RESIDUES.toLocaleString("en-US")} residues. Request fewer replicates, or split the order`;

/** Wells of an order, or the plate that cannot be filled. */
export type Layout = { wells: OrderWell[] } | { plate: number; problem: string };

/**
 * Fills plates with designs in their order; the last plan repeats until all designs have a well. ROWS places designs row by row
 * and controls last. RANDOM shuffles all wells of a plate. BLOCKED divides a plate into as many blocks of neighboring columns
 * as its most frequent control has replicates, gives each block its share of every control, and shuffles within blocks.
 */
export function plateLayout(designs: readonly Ordered[], plans: readonly PlatePlan[], seed: string): Layout {
  if (plans.length === 0) return { wells: designs.map((design) => ({ plate: null, well: null, ...design })) };
  const wells: OrderWell[] = [];
  let placed = 0;
  let residues = 0;
  for (let plate = 1; placed < designs.length; plate += 1) {
    const plan = plans[Math.min(plate, plans.length) - 1] as PlatePlan;
    const controls = plan.controls.reduce((sum, { replicates }) => sum + replicates, 0);
    const usable = plateWells({ wells: plan.format, freeEdge: plan.keepEdgesFree }).length;
    if (usable <= controls) {
      return {
        plate,
        problem: `${controls} control wells leave no wells for designs: a plate has ${usable} usable wells. Request fewer replicates`,
      };
    }
    const onPlate = designs.slice(placed, placed + usable - controls);
    placed += onPlate.length;
    const filled = filledPlate(plan, onPlate, createRandom(`${seed}/${plate}`));
    wells.push(...filled.map(({ well, ...design }) => ({ plate, well, ...design })));
    residues += filled.reduce((sum, { sequence }) => sum + (sequence?.length ?? 0), 0);
    if (wells.length > MAX_WELLS || residues > MAX_RESIDUES) return { plate, problem: TOO_MANY_WELLS };
  }
  return { wells };
}

type Filled = Ordered & { well: string };

/** Returns the wells of one plate by rows. */
function filledPlate(plan: PlatePlan, designs: readonly Ordered[], random: Random): Filled[] {
  const byRows = plateWells({ wells: plan.format, freeEdge: plan.keepEdgesFree });
  const controls = plan.controls.flatMap(({ control, replicates }) =>
    Array.from({ length: replicates }, () => control),
  );
  if (plan.layout === "ROWS") {
    const first = byRows.length - controls.length;
    return [...placedIn(byRows, designs), ...placedIn(byRows.slice(first), controls)];
  }
  const order = new Map(byRows.map((well, index) => [well, index]));
  const filled =
    plan.layout === "RANDOM"
      ? placedIn(random.shuffle([...byRows]), [...controls, ...designs])
      : blockedPlate(plan, designs, random);
  return filled.sort((a, b) => (order.get(a.well) ?? 0) - (order.get(b.well) ?? 0));
}

function placedIn(wells: readonly string[], content: readonly Ordered[]): Filled[] {
  return content.map((design, index) => ({ well: wells[index] as string, ...design }));
}

function blockedPlate(plan: PlatePlan, designs: readonly Ordered[], random: Random): Filled[] {
  const byColumns = plateWells({ wells: plan.format, freeEdge: plan.keepEdgesFree, fill: "columns" });
  const count = Math.max(1, ...plan.controls.map(({ replicates }) => replicates));
  const blocks = Array.from({ length: count }, (_, block) => ({
    wells: random.shuffle(byColumns.slice(...partOf(byColumns.length, block, count))),
    content: [] as Ordered[],
  }));
  let turn = 0;
  for (const { control, replicates } of plan.controls) {
    // Consecutive blocks, so that no block gets a second replicate before each has one.
    for (let replicate = 0; replicate < replicates; replicate += 1, turn += 1) {
      const inTurn = [...blocks.slice(turn % count), ...blocks.slice(0, turn % count)];
      inTurn.find((block) => block.content.length < block.wells.length)?.content.push(control);
    }
  }
  const shuffled = random.shuffle([...designs]);
  for (const design of shuffled) leastFull(blocks).content.push(design);
  return blocks.flatMap(({ wells, content }) => placedIn(wells, content));
}

/** Returns the block with the smallest share of its wells in use. */
function leastFull<B extends { wells: readonly string[]; content: readonly Ordered[] }>(
  blocks: readonly B[],
): B {
  const use = ({ wells, content }: B): number => content.length / wells.length;
  return blocks.reduce((best, block) => (use(block) < use(best) ? block : best));
}

function partOf(total: number, part: number, parts: number): [number, number] {
  return [Math.floor((part * total) / parts), Math.floor(((part + 1) * total) / parts)];
}
