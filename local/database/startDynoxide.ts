import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import * as v from "valibot";
import { StartError } from "../listen.ts";
import type { DatabaseAnswer } from "./databaseEngine.ts";
import {
  errorAnswer,
  Tools,
  toolAnswer,
  toolCall,
  toolParameters,
  UnsupportedRequest,
} from "./dynoxideTools.ts";
import { JsonRpc, RpcError } from "./jsonRpc.ts";
import type { EngineProcess } from "./superviseEngine.ts";

const NAME = "dynoxide";
const PROTOCOL_VERSION = "2025-06-18";
/** JSON-RPC code for invalid parameters. */
const INVALID_PARAMS = -32_602;
const MAX_COMPLAINT_CHARACTERS = 2_000;

/**
 * Starts dynoxide as a child process that is reachable only through its standard input and output, as an MCP server. Its HTTP
 * server would be open to every account on the machine. It exits when its input closes, so killing the parent leaves no
 * orphan.
 */
export async function startDynoxide(binary: string, databasePath: string): Promise<EngineProcess> {
  const child = spawn(binary, ["mcp", "--db-path", databasePath], {
    stdio: ["pipe", "pipe", "pipe"],
    // A separate process group: Ctrl-C reaches only the platform, which then shuts the database down.
    detached: true,
  });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-MAX_COMPLAINT_CHARACTERS);
  });
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const rpc = new JsonRpc(child.stdout, child.stdin);
  child.once("error", (error) => rpc.end(error));
  child.once("close", () => rpc.end(new Error(`The database process exited. ${complaint.trim()}`)));
  const parameters = await shakeHands(rpc).catch(() => {
    child.kill();
    throw new StartError(`${NAME} did not start. ${complaint.trim()}`);
  });
  return {
    name: NAME,
    call: (operation, body) => callTool(rpc, parameters, operation, body),
    exited,
    close: () => end(child),
  };
}

/** Opens the session and returns the parameters of each tool. */
async function shakeHands(rpc: JsonRpc): Promise<Map<string, ReadonlySet<string>>> {
  await rpc.request("initialize", {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: "platform", version: "1" },
  });
  rpc.notify("notifications/initialized");
  return toolParameters(v.parse(Tools, await rpc.request("tools/list", {})));
}

async function callTool(
  rpc: JsonRpc,
  parameters: ReadonlyMap<string, ReadonlySet<string>>,
  operation: string,
  body: Buffer,
): Promise<DatabaseAnswer> {
  try {
    const call = toolCall(operation, readRequest(body), parameters);
    return toolAnswer(await rpc.request("tools/call", call));
  } catch (error) {
    if (error instanceof UnsupportedRequest) return errorAnswer(error.code, error.message);
    if (error instanceof RpcError && error.code === INVALID_PARAMS) {
      return errorAnswer("ValidationException", error.message);
    }
    throw error;
  }
}

function readRequest(body: Buffer): Record<string, unknown> {
  try {
    const request: unknown = JSON.parse(body.toString("utf8"));
    if (typeof request === "object" && request !== null) return request as Record<string, unknown>;
  } catch {
    // Falls through because it is not JSON.
  }
  throw new UnsupportedRequest("SerializationException", "The request is not a JSON object.");
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.stdin?.end();
  await exited;
}
