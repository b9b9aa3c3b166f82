import { tableFromArrays } from "@uwdata/flechette";
import { useMemo, useState } from "preact/hooks";
import { DataTable } from "../../parts/dataTable.tsx";
import { GridRows } from "../../parts/grid/cells.ts";
import { Grid } from "../../parts/grid/grid.tsx";
import type { Sort } from "../../parts/grid/sort.ts";
import { Icon } from "../../parts/icon.tsx";
import { Specimen } from "./specimen.tsx";

const REFERENCE = "MKTAYIAKQRQISFVK";
const SEQUENCES = [REFERENCE, "MKTAYIAKQRQISFVR", "MKTGYIAKQRQISFVK", "MKTAYIAKQWQISFVK"];

/** Tables, grids and tabs. */
export function DataParts() {
  const [sort, setSort] = useState<Sort | null>({ column: "activity", isDescending: true });
  const rows = useMemo(() => {
    const found = new GridRows();
    found.add(
      tableFromArrays({
        sequence: SEQUENCES,
        mutations: ["", "K16R", "A4G", "R10W"],
        activity: [1, 1.38, 0.74, null],
      }),
    );
    return found;
  }, []);
  return (
    <>
      <Specimen title="Table">
        <nav class="tabs" aria-label="Tabs">
          <a href="#table" aria-current="page">
            Data
          </a>
          <a href="#table">History</a>
        </nav>
        <div class="scroll">
          <DataTable stacks columns={["Name", { label: "Rows", as: "number" }, "Changed"]}>
            <tr>
              <th scope="row">
                <a class="with-icon" href="#table">
                  <Icon name="tables" />
                  variants
                </a>
                <div class="small muted">First round, measured in triplicate</div>
              </th>
              <td class="number">1,000</td>
              <td>5 min. ago</td>
            </tr>
          </DataTable>
        </div>
        <dl class="facts">
          <div>
            <dt>Best so far</dt>
            <dd class="figure">1.38</dd>
          </div>
          <div>
            <dt>Hits</dt>
            <dd class="figure">31 %</dd>
          </div>
        </dl>
      </Specimen>
      <Specimen title="Grid">
        <Grid
          label="Grid"
          rows={rows}
          count={rows.count}
          isSummarized
          references={new Map([["sequence", REFERENCE]])}
          sort={sort}
          onSort={(column) => setSort({ column, isDescending: !sort?.isDescending })}
        />
      </Specimen>
    </>
  );
}
