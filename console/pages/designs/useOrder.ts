import { useEffect, useMemo } from "preact/hooks";
import { useWorkspace } from "../../lab.ts";
import { address, setQuery } from "../../router.ts";
import { chosenDesigns, orderOf, placeOrder } from "./makeOrder.ts";
import { keepChoices, keptChoices, type OrderChoices, readChoices, writeChoices } from "./orderChoices.ts";
import type { TaskDesigns } from "./readTaskDesigns.ts";

/** Returns the order of a task's designs by the choices in the URL, and a function that changes the choices. */
export function useOrder(data: TaskDesigns) {
  const workspace = useWorkspace();
  const { id } = data.task;
  const count = data.designs.length;
  const firstNumber = data.usualNumbering.positionAt(0);
  const query = address.value.search;
  const choices = useMemo(
    () => readChoices(new URLSearchParams(query), count, firstNumber),
    [query, count, firstNumber],
  );
  useEffect(() => {
    // A URL that contains choices belongs to an existing order.
    if (address.peek().search === "") setQuery(keptChoices(workspace.name, id), { replace: true });
  }, [workspace.name, id]);
  const choose = (changes: Partial<OrderChoices>) => {
    const written = writeChoices({ ...choices, ...changes }, count, firstNumber);
    keepChoices(workspace.name, id, written);
    setQuery(written, { replace: true });
  };
  // Choosing diverse designs among thousands takes seconds, so it is not repeated for choices of plates.
  const { by, controls, prefix, firstNumber: first } = choices;
  const chosen = useMemo(() => chosenDesigns(data, { count: choices.count, by }), [data, choices.count, by]);
  const order = useMemo(
    () => orderOf(data, chosen, { controls, prefix, firstNumber: first }),
    [data, chosen, controls, prefix, first],
  );
  const plates = useMemo(() => placeOrder(order, choices), [order, choices]);
  return { choices, choose, chosen, order, plates };
}
