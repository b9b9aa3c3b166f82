import type { ComponentChildren } from "preact";
import { take, useWorkspace } from "../lab.ts";
import { latestOf, useResource } from "../resource.ts";
import { address, setQuery } from "../router.ts";
import { LIST_ORDERS, type ListChoice, type ListOrder, orderNamed } from "./arrangeList.ts";
import { Select } from "./form.tsx";
import { plural } from "./format.ts";

/** Returns the search, the order and the person that the URL names. */
export function listChoice(): ListChoice {
  const { searchParams } = address.value;
  return {
    words: searchParams.get("q") ?? "",
    order: orderNamed(searchParams.get("sort")),
    person: searchParams.get("by") ?? "",
  };
}

interface ListToolsProps {
  /** Noun of an item, such as "table". */
  of: string;
  orders: readonly ListOrder[];
  /** Number of items before and after the search. */
  count: number;
  shown: number;
  /** Further filters. */
  children?: ComponentChildren;
}

/** Search, order and filters of a list; the URL contains the choices. */
export function ListTools({ of, orders, count, shown, children }: ListToolsProps) {
  const workspace = useWorkspace();
  const members =
    latestOf(useResource(`members of ${workspace.name}`, () => take(workspace.members()))) ?? [];
  const { words, order, person } = listChoice();
  const choose = (name: string, value: string) => setQuery({ [name]: value || null }, { replace: true });
  return (
    <search class="row">
      <input
        type="search"
        aria-label={`Search ${of}s`}
        placeholder={`Search ${of}s`}
        value={words}
        onInput={({ currentTarget }) => choose("q", currentTarget.value)}
      />
      <Select
        id="list-order"
        label={`Order of the ${of}s`}
        value={order}
        options={
          Object.fromEntries(orders.map((name) => [name, LIST_ORDERS[name]])) as Record<ListOrder, string>
        }
        onChange={(next) => choose("sort", next === "recent" ? "" : next)}
      />
      {members.length > 1 && (
        <Select
          id="list-person"
          label="Created by"
          value={person}
          options={{
            "": "by everyone",
            ...Object.fromEntries(members.map(({ user_id, name }) => [user_id, `by ${name}`])),
          }}
          onChange={(next) => choose("by", next)}
        />
      )}
      {children}
      <span class="small muted" role="status">
        {shown === count ? plural(count, of) : `${shown} of ${plural(count, of)}`}
      </span>
    </search>
  );
}
