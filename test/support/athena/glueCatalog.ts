import { WireError } from "./wireError.ts";

export interface GlueTable {
  Name: string;
  StorageDescriptor: { Columns: { Name: string; Type: string }[]; Location: string; InputFormat: string };
}

type Body = Record<string, unknown>;

/** The databases and tables of Glue, as far as external tables need them. */
export class GlueCatalog {
  readonly databases = new Map<string, Map<string, GlueTable>>();

  serve(action: string, body: Body): Body {
    switch (action) {
      case "CreateDatabase":
        return this.#createDatabase(body.DatabaseInput as { Name: string });
      case "CreateTable":
        return this.#createTable(String(body.DatabaseName), body.TableInput as GlueTable);
      case "DeleteDatabase":
        if (!this.databases.delete(String(body.Name))) throw missing(`Database ${body.Name} not found.`);
        return {};
      default:
        throw new WireError("UnknownOperationException", `Glue has no ${action} here`);
    }
  }

  table(database: string, name: string): GlueTable | undefined {
    return this.databases.get(database)?.get(name);
  }

  #createDatabase({ Name }: { Name: string }): Body {
    if (this.databases.has(Name)) throw existing("Database already exists.");
    this.databases.set(Name, new Map());
    return {};
  }

  #createTable(database: string, table: GlueTable): Body {
    const tables = this.databases.get(database);
    if (!tables) throw missing(`Database ${database} not found.`);
    if (tables.has(table.Name)) throw existing("Table already exists.");
    const names = table.StorageDescriptor.Columns.map(({ Name }) => Name);
    if (names.some((name) => name !== name.toLowerCase()) || new Set(names).size < names.length) {
      throw new WireError("InvalidInputException", `The columns ${names} cannot be a table's`);
    }
    tables.set(table.Name, table);
    return {};
  }
}

function missing(message: string): WireError {
  return new WireError("EntityNotFoundException", message);
}

function existing(message: string): WireError {
  return new WireError("AlreadyExistsException", message);
}
