import { routesOf } from "#shared/http/openapi/openapi.ts";
import type { Operation } from "#shared/http/operations/operation.ts";

export interface Match {
  operation: Operation;
  parameters: Record<string, string>;
}

/** Match for a path: an operation, or the methods that the path allows, possibly none. */
export type Found = Match | { allowed: string[] };

interface Route {
  pattern: RegExp;
  names: string[];
  methods: Map<string, Operation>;
}

/**
 * Finds operations by method and path, using the same table as API Gateway. `%3A` is the same as `:`, a trailing slash is
 * ignored, and `HEAD` is answered like `GET`, without a body.
 */
export class Router {
  readonly #routes: Route[] = [];

  constructor(operations: readonly Operation[]) {
    const byPath = new Map<string, Route>();
    for (const operation of operations) {
      for (const { method, path } of routesOf(operation.contract)) {
        const route = byPath.get(path) ?? newRoute(path);
        byPath.set(path, route);
        route.methods.set(method, operation);
      }
    }
    this.#routes = [...byPath.values()];
  }

  find(method: string, path: string): Found {
    for (const { pattern, names, methods } of this.#routes) {
      const groups = pattern.exec(path);
      if (!groups) continue;
      const operation = methods.get(method === "HEAD" ? "GET" : method);
      if (!operation) return { allowed: methodsOf(methods) };
      return {
        operation,
        parameters: Object.fromEntries(names.map((name, index) => [name, groups[index + 1] ?? ""])),
      };
    }
    return { allowed: [] };
  }
}

function newRoute(path: string): Route {
  const names: string[] = [];
  const pattern = path.replace(/[.:]/g, "\\$&").replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return "([^/]+)";
  });
  return { pattern: new RegExp(`^${pattern}/?$`), names, methods: new Map() };
}

function methodsOf(methods: ReadonlyMap<string, Operation>): string[] {
  return [...methods.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}
