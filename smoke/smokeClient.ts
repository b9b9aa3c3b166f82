import type { Table } from "@uwdata/flechette";
import { ApiClient } from "../examples/apiClient.ts";

/** Calls of one workspace, or of the platform. A refusal says which request it was an answer to. */
export class SmokeClient extends ApiClient {
  override get<T>(path: string): Promise<T> {
    return named(`GET ${path}`, super.get<T>(path));
  }

  override post<T>(path: string, body?: unknown): Promise<T> {
    return named(`POST ${path}`, super.post<T>(path, body));
  }

  override upload<T>(loadId: string, table: string, name: string, content: Blob | string): Promise<T> {
    return named(`POST /data/load:uploadFile ${name}`, super.upload<T>(loadId, table, name, content));
  }

  override query(query: string, options: Record<string, unknown> = {}): Promise<Table> {
    return named(`POST /data:query ${query}`, super.query(query, options));
  }
}

async function named<T>(request: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new Error(request, { cause });
  }
}
