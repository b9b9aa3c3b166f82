import type { OrderRow } from "#client/orderList/orderRows.ts";
import type { PlateWell } from "#client/orderList/plates.ts";
import {
  PLATE_SHAPES,
  type PlateSize,
  range,
  rowLetter,
  wellName,
} from "#shared/domain/orders/plateWells.ts";

interface PlateMapProps {
  wells: readonly PlateWell[];
  order: readonly OrderRow[];
  size: PlateSize;
}

/** Plate maps. A stronger tint means a better-ranked design. */
export function PlateMap({ wells, order, size }: PlateMapProps) {
  const count = Math.max(0, ...wells.map(({ plate }) => plate));
  const designs = new Map(
    order.map((row, index) => [row.name, { ...row, strength: 30 * (1 - index / order.length) }]),
  );
  return (
    <>
      {range(0, count).map((index) => {
        const onPlate = wells.filter(({ plate }) => plate === index + 1);
        const designCount = onPlate.filter(({ kind }) => kind === "design").length;
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
          <section key={index} class="card scroll" aria-labelledby={`plate-${index}`} tabIndex={0}>
            <header>
              <h2 id={`plate-${index}`}>
                Plate {index + 1} of {count}
              </h2>
              <span class="small muted">
                {designCount} designs, {onPlate.length - designCount} controls
              </span>
            </header>
            <Plate wells={onPlate} designs={designs} size={size} />
          </section>
        );
      })}
    </>
  );
}

/** Row of an order, and the strength of its tint in percent. */
type PlacedRow = OrderRow & { strength: number };

interface PlateProps {
  wells: readonly PlateWell[];
  /** Rows of the order by name. */
  designs: ReadonlyMap<string, PlacedRow>;
  size: PlateSize;
}

function Plate({ wells, designs, size }: PlateProps) {
  const { rows, columns } = PLATE_SHAPES[size];
  const names = new Map(wells.map(({ well, name }) => [well, name]));
  return (
    <table class={`plate ${size === 384 ? "dense" : ""}`}>
      <thead>
        <tr>
          <td />
          {range(0, columns).map((column) => (
            <th key={column} scope="col">
              {column + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {range(0, rows).map((row) => (
          <tr key={row}>
            <th scope="row">{rowLetter(row)}</th>
            {range(0, columns).map((column) => (
              <Well key={column} row={designs.get(names.get(wellName(row, column)) ?? "")} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Well({ row }: { row: PlacedRow | undefined }) {
  if (!row) return <td class="well free" />;
  const isDesign = row.kind === "design";
  return (
    <td
      class={isDesign ? "well" : "well control"}
      style={isDesign ? { "--strength": `${row.strength}%` } : undefined}
      title={`${row.name} ${row.mutations}`}
    >
      <strong>{row.name}</strong>
      <div>{row.mutations.replaceAll(";", " ")}</div>
    </td>
  );
}
