import { orderCsv } from "#client/orderList/orderCsv.ts";
import { orderFasta } from "#client/orderList/orderFasta.ts";
import type { OrderRow } from "#client/orderList/orderRows.ts";
import { plateCsv } from "#client/orderList/plates.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import type { PlacedOrder } from "./makeOrder.ts";
import { fileName } from "./orderChoices.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface OrderActionsProps {
  title: string;
  order: readonly OrderRow[];
  plates: PlacedOrder;
  /** False if a name prefix is not possible. */
  isNamed: boolean;
  /** Stores the order, and opens its page. */
  onStore: () => Promise<void>;
}

/** Buttons that save the files of an order, or store it. */
export function OrderActions({ title, order, plates, isNamed, onStore }: OrderActionsProps) {
  const { wells, size, problem } = plates;
  const isPlaced = problem === null;
  return (
    <>
      <button
        type="button"
        disabled={!isNamed}
        onClick={() => saveFile(fileName(title, "order", "fasta"), "text/x-fasta", orderFasta(order))}
      >
        FASTA
      </button>
      <button
        type="button"
        disabled={!isNamed}
        onClick={() => saveFile(fileName(title, "order", "csv"), "text/csv", orderCsv(order))}
      >
        Order list (CSV)
      </button>
      <button
        type="button"
        disabled={!isNamed || !isPlaced}
        onClick={() => saveFile(fileName(title, "plate", "csv"), "text/csv", plateCsv(wells))}
      >
        Plate map (CSV)
      </button>
      <ActionButton disabled={!isNamed || !isPlaced} busy="Storing…" run={onStore}>
        Store, for DNA and primers
      </ActionButton>
      <ActionButton
        class="primary"
        disabled={!isNamed || !isPlaced}
        busy="Writing…"
        run={async () => {
          // Loaded on demand, because it is rarely needed.
          const { orderWorkbook } = await import("./orderWorkbook.ts");
          const workbook = await orderWorkbook(order, wells, size);
          saveFile(fileName(title, "order", "xlsx"), XLSX, new Blob([workbook]));
        }}
      >
        Order and plates (XLSX)
      </ActionButton>
    </>
  );
}
