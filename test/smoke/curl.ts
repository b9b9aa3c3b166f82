import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

export interface CurlUpload {
  url: string;
  token: string;
  /** Timeout for the entire transfer. */
  seconds: number;
  signal: AbortSignal;
  form: Record<string, string>;
  /** Path of the file for the part `file`. */
  file: string;
}

export interface CurlAnswer {
  status: number;
  /** Parsed if it is JSON, otherwise its text. */
  json: unknown;
}

/** Returns a version such as "curl 8.5.0"; null if curl is not installed. */
export async function curlVersion(): Promise<string | null> {
  try {
    const { output } = await run(["--version"], "");
    return output.split(" ").slice(0, 2).join(" ");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Uploads a file as a multipart form. Throws curl's error if there is no response. */
export async function curl({ url, token, seconds, signal, form, file }: CurlUpload): Promise<CurlAnswer> {
  const fields = Object.entries(form).flatMap(([name, value]) => ["--form-string", `${name}=${value}`]);
  const settings = [
    "--silent",
    "--show-error",
    "--max-time",
    String(seconds),
    "--write-out",
    "\\n%{http_code}",
  ];
  // Arguments are visible to everyone on the machine, so the token is passed through standard input. The user's curl settings
  // would change the request and output; `--disable` ignores them only as the first argument.
  const args = ["--disable", "--config", "-", ...settings, ...fields, "--form", `file=@${file}`, url];
  const { output, complaint, code } = await run(args, `header = "authorization: Bearer ${token}"\n`, signal);
  const end = output.lastIndexOf("\n");
  const status = Number(output.slice(end + 1));
  if (code !== 0 || !(status > 0)) throw new Error(`curl ended with code ${code}: ${complaint.trim()}`);
  return { status, json: parseBody(output.slice(0, end)) };
}

async function run(args: string[], input: string, signal?: AbortSignal) {
  const child = spawn("curl", args, { stdio: ["pipe", "pipe", "pipe"], signal });
  // If curl exits early, it does not read its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [output, complaint, ended] = await Promise.all([text(child.stdout), text(child.stderr), code]);
  return { output, complaint, code: ended };
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
