import { pages } from "./pages.ts";
import { dataOf, type RawClient } from "./rawClient.ts";
import type { components, operations } from "./schema.ts";

type Schemas = components["schemas"];
type ListQuery = Omit<NonNullable<operations["listOrders"]["parameters"]["query"]>, "cursor" | "limit">;

export type Order = Schemas["Order"];
export type OrderDna = Schemas["OrderDna"];

/** The orders of a workspace: designs on plates. */
export class Orders {
  readonly #raw: RawClient;
  readonly #path: { workspace: string };

  constructor(raw: RawClient, path: { workspace: string }) {
    this.#raw = raw;
    this.#path = path;
  }

  /** Reads designs, and places them on plates with controls. */
  create(body: Schemas["OrderCreate"]): Promise<Order> {
    const params = { path: this.#path };
    return dataOf(this.#raw.POST("/v2/workspace/{workspace}/project/order:create", { params, body }));
  }

  get(id: string): Promise<Order> {
    const params = { path: this.#path, query: { id } };
    return dataOf(this.#raw.GET("/v2/workspace/{workspace}/project/order:get", { params }));
  }

  /** Lists orders without their wells. */
  list(query: ListQuery = {}): AsyncGenerator<Schemas["OrderSummary"]> {
    return pages((cursor) => {
      const params = { path: this.#path, query: { ...query, ...cursor } };
      return this.#raw.GET("/v2/workspace/{workspace}/project/order:list", { params });
    });
  }

  archive(id: string): Promise<Schemas["OrderSummary"]> {
    const params = { path: this.#path, query: { id } };
    return dataOf(this.#raw.POST("/v2/workspace/{workspace}/project/order:archive", { params }));
  }

  /** Designs mutagenesis primers for the designs of an order. */
  primers(id: string, body: Schemas["OrderPrimersRequest"]): Promise<Schemas["OrderPrimers"]> {
    const params = { path: this.#path, query: { id } };
    return dataOf(this.#raw.POST("/v2/workspace/{workspace}/project/order:primers", { params, body }));
  }

  /** Writes the proteins of an order as DNA. */
  dna(id: string, body: Schemas["OrderDnaRequest"]): Promise<OrderDna> {
    const params = { path: this.#path, query: { id } };
    return dataOf(this.#raw.POST("/v2/workspace/{workspace}/project/order:dna", { params, body }));
  }
}
