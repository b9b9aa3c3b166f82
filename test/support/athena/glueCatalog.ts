import { WireError } from "./wireError.ts";

export interface GlueTable {
  Name: string;
  /** Seconds since 1970, as in the API. */
  CreateTime: number;
  StorageDescriptor: { Columns: { Name: string; Type: string }[]; Location: string; InputFormat: string };
}

type Body = Record<string, unknown>;

interface GetTables {
  DatabaseName: string;
  Expression?: string;
  MaxResults?: number;
  NextToken?: string;
}

/** Glue databases and tables, limited to what external tables need. */
export class GlueCatalog {
  readonly databases = new Map<string, Map<string, GlueTable>>();

  serve(action: string, body: Body): Body {
    switch (action) {
      case "CreateDatabase":
        return this.#createDatabase(body.DatabaseInput as { Name: string });
      case "CreateTable":
        return this.#createTable(String(body.DatabaseName), body.TableInput as Omit<GlueTable, "CreateTime">);
      case "GetTables":
        return this.#getTables(body as unknown as GetTables);
      case "DeleteTable":
        return this.#deleteTable(String(body.DatabaseName), String(body.Name));
      case "DeleteDatabase":
        if (!this.databases.delete(String(body.Name)))
          throw entityNotFound(`Database ${body.Name} not found.`);
        return {};
      default:
        throw new WireError("UnknownOperationException", `Glue has no ${action} here`);
    }
  }

  table(database: string, name: string): GlueTable | undefined {
    return this.databases.get(database)?.get(name);
  }

  #createDatabase({ Name }: { Name: string }): Body {
    if (this.databases.has(Name)) throw alreadyExists("Database already exists.");
    this.databases.set(Name, new Map());
    return {};
  }

  #createTable(database: string, table: Omit<GlueTable, "CreateTime">): Body {
    const tables = this.#tablesOf(database);
    if (tables.has(table.Name)) throw alreadyExists("Table already exists.");
    const names = table.StorageDescriptor.Columns.map(({ Name }) => Name);
    if (names.some((name) => name !== name.toLowerCase()) || new Set(names).size < names.length) {
      throw new WireError("InvalidInputException", `The columns ${names} cannot be a table's`);
    }
    tables.set(table.Name, { ...table, CreateTime: Date.now() / 1000 });
    return {};
  }

  #getTables({ DatabaseName, Expression = ".*", MaxResults = 100, NextToken = "" }: GetTables): Body {
    const pattern = new RegExp(`^(?:${Expression})$`);
    const sorted = [...this.#tablesOf(DatabaseName).values()].sort((a, b) => (a.Name < b.Name ? -1 : 1));
    const rest = sorted.filter(({ Name }) => Name > NextToken && pattern.test(Name));
    const page = rest.slice(0, MaxResults);
    return {
      TableList: page,
      ...(rest.length > page.length && { NextToken: page.at(-1)?.Name }),
    };
  }

  #deleteTable(database: string, name: string): Body {
    if (!this.#tablesOf(database).delete(name)) throw entityNotFound(`Table ${name} not found.`);
    return {};
  }

  #tablesOf(database: string): Map<string, GlueTable> {
    const tables = this.databases.get(database);
    if (!tables) throw entityNotFound(`Database ${database} not found.`);
    return tables;
  }
}

function entityNotFound(message: string): WireError {
  return new WireError("EntityNotFoundException", message);
}

function alreadyExists(message: string): WireError {
  return new WireError("AlreadyExistsException", message);
}
