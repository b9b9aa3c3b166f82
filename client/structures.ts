import { pages } from "./pages.ts";
import { bytesOf, dataOf, type RawClient } from "./rawClient.ts";
import type { components } from "./schema.ts";

type Schemas = components["schemas"];
type Artifact = Schemas["Artifact"];

const TYPE = "protein.structure/v1";

/** What a structure contains, as stored in the data of its artifact. Lists may be cut. */
export interface StructureData {
  name: string;
  state: "WAITING_FOR_FILE" | "READY" | "UNREADABLE";
  problem?: string;
  title?: string;
  num_residues?: number;
  is_predicted?: boolean;
  mean_confidence?: number | null;
  uncertain_residues?: string[];
  chains?: { chain: string; num_residues: number; first: string; last: string; num_incomplete: number }[];
  ligands?: { name: string; chain: string; position: string; num_atoms: number }[];
  references?: {
    reference: string;
    chain: string;
    copies: string[];
    identity: number;
    num_shown: number;
    num_missing: number;
    missing_positions: string[];
    differences: string[];
  }[];
}

/** Writes a file to a signed address. */
export type SendFile = (url: string, file: Blob) => Promise<{ ok: boolean; status: number }>;

/** Structure of a protein: an artifact that a user added. */
export type Structure = Omit<Artifact, "data"> & { data: StructureData };

/** The protein structures of a workspace. */
export class Structures {
  readonly #raw: RawClient;
  readonly #path: { workspace: string };

  constructor(raw: RawClient, path: { workspace: string }) {
    this.#raw = raw;
    this.#path = path;
  }

  /**
   * Adds a file in PDB or mmCIF format, and returns what it contains. If it cannot be read, the state is UNREADABLE, and the
   * `problem` states why. `send` uploads the file, for example with a progress bar.
   */
  async add(
    file: Blob,
    name: string,
    context: Schemas["Context"],
    send: SendFile = putFile,
  ): Promise<Structure> {
    const params = { path: this.#path };
    const body = { type: TYPE, name, context } as const;
    const created = await dataOf(
      this.#raw.POST("/v2/workspace/{workspace}/data/artifact:create", { params, body }),
    );
    const sent = await send(created.upload_url, file);
    if (!sent.ok) throw new Error(`The upload of ${name} failed with HTTP ${sent.status}. Try again.`);
    return this.get(created.id);
  }

  /** Reads a structure; its file is read if it has been uploaded. */
  async get(id: string): Promise<Structure> {
    const params = { path: this.#path, query: { id } };
    const artifact = this.#raw.GET("/v2/workspace/{workspace}/data/artifact:get", { params });
    return (await dataOf(artifact)) as unknown as Structure;
  }

  /** Archives a structure, or unarchives it: an archived one is not listed, and cannot be used in new tasks. */
  async setArchived(id: string, isArchived: boolean): Promise<Structure> {
    const params = { path: this.#path, query: { id } };
    const artifact = isArchived
      ? this.#raw.POST("/v2/workspace/{workspace}/data/structure:archive", { params })
      : this.#raw.POST("/v2/workspace/{workspace}/data/structure:unarchive", { params });
    return (await dataOf(artifact)) as unknown as Structure;
  }

  /** Reads the file of a structure as text. It is uncompressed. */
  async file(id: string): Promise<string> {
    const params = { path: this.#path, query: { id, redirect: true } };
    const options = { params, parseAs: "stream" } as const;
    const file = this.#raw.GET("/v2/workspace/{workspace}/data/artifact:download", options);
    return new Response(await bytesOf(file)).text();
  }

  /** Lists the structures of the workspace, or of one project, newest first. */
  async *list(projectId?: string, includeArchived = false): AsyncGenerator<Structure> {
    const artifacts = pages((cursor) => {
      const query = {
        type: TYPE,
        order: "DESC",
        include_archived: includeArchived,
        ...(projectId !== undefined && { project_id: projectId }),
        ...cursor,
      } as const;
      const params = { path: this.#path, query };
      return this.#raw.GET("/v2/workspace/{workspace}/data/artifact:list", { params });
    });
    for await (const artifact of artifacts) yield artifact as unknown as Structure;
  }
}

function putFile(url: string, file: Blob): Promise<Response> {
  return fetch(url, { method: "PUT", body: file });
}
