import type { OrderRow } from "#client/orderList/orderRows.ts";
import type { PlateWell } from "#client/orderList/plates.ts";
import { PLATE_SHAPES, type PlateSize } from "#shared/domain/orders/plateWells.ts";

interface PlateMapProps {
  wells: readonly PlateWell[];
  order: readonly OrderRow[];
  size: PlateSize;
}

/** Plate maps. A stronger tint means a better-ranked design. */
export function PlateMap({ wells, order, size }: PlateMapProps) {
  const count = Math.max(0, ...wells.map(({ plate }) => plate));
  const rows = new Map(order.map((row, index) => [row.name, { ...row, index }]));
  const { rows: rowCount, columns } = PLATE_SHAPES[size];
  return (
    <>
      {range(count).map((index) => {
        const own = new Map(
          wells.filter(({ plate }) => plate === index + 1).map((well) => [well.well, well]),
        );
        const designs = [...own.values()].filter(({ kind }) => kind === "design").length;
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
          <section key={index} class="card scroll" aria-labelledby={`plate-${index}`} tabIndex={0}>
            <header>
              <h2 id={`plate-${index}`}>
                Plate {index + 1} of {count}
              </h2>
              <span class="small muted">
                {designs} designs, {own.size - designs} controls
              </span>
            </header>
            <table class={`plate ${size === 384 ? "dense" : ""}`}>
              <thead>
                <tr>
                  <td />
                  {range(columns).map((column) => (
                    <th key={column} scope="col">
                      {column + 1}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {range(rowCount).map((row) => {
                  const letter = String.fromCharCode(65 + row);
                  return (
                    <tr key={row}>
                      <th scope="row">{letter}</th>
                      {range(columns).map((column) => {
                        const well = own.get(`${letter}${String(column + 1).padStart(2, "0")}`);
                        const made = well && rows.get(well.name);
                        const strength = made ? 30 * (1 - made.index / order.length) : 0;
                        return (
                          <td
                            key={column}
                            class={well ? (well.kind === "design" ? "well" : "well control") : "well free"}
                            style={made?.kind === "design" ? { "--strength": `${strength}%` } : undefined}
                            title={made ? `${made.name} ${made.mutations}` : undefined}
                          >
                            {made && (
                              <>
                                <strong>{made.name}</strong>
                                <div>{made.mutations.replaceAll(";", " ")}</div>
                              </>
                            )}
                          </td>
                        );
                      })}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </section>
        );
      })}
    </>
  );
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
