import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { promisify } from "node:util";
import { NoPython } from "../python/preparePython.ts";

const run = promisify(execFile);

/** Account and key of the emulator's root user: the emulator accepts an account number as a key ID. */
export const ACCOUNT = "111111111111";

/** Folder of one emulation, and program environments that reach the emulator. */
export interface RunFolder {
  directory: string;
  assembly: string;
  certificate: string;
  privateKey: string;
  /** IAM decisions, one JSON line each. */
  decisions: string;
  /** Resource types that the emulator supports, as JSON. */
  types: string;
  /** File that, when changed, makes the emulator throttle the first calls of each step again. */
  throttleAgain: string;
  /** Folder that contains the `node` that runs functions. */
  programs: string;
}

/** Creates the files for an emulation. Throws NoPython if `openssl`, which creates the certificates, is missing. */
export async function runFolder(directory: string): Promise<RunFolder> {
  const at = (name: string): string => join(directory, name);
  const folder: RunFolder = {
    directory,
    assembly: at("cdk.out"),
    certificate: at("server.crt"),
    privateKey: at("server.key"),
    decisions: at("decisions.jsonl"),
    types: at("types.json"),
    throttleAgain: at("throttle-again"),
    programs: at("bin"),
  };
  await makeCertificate(folder);
  await mkdir(folder.programs);
  const runtime = resolve(import.meta.dirname, "awslambda.cjs");
  const node = join(folder.programs, "node");
  await writeFile(node, `#!/bin/sh\nexec "${process.execPath}" --require "${runtime}" "$@"\n`);
  await chmod(node, 0o755);
  return folder;
}

async function makeCertificate({ certificate, privateKey }: RunFolder): Promise<void> {
  const names = "subjectAltName=DNS:localhost,IP:127.0.0.1";
  const files = ["-keyout", privateKey, "-out", certificate];
  const extensions = ["-addext", names, "-addext", "basicConstraints=critical,CA:FALSE"];
  const args = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    ...files,
    "-days",
    "2",
    "-subj",
    "/CN=localhost",
  ];
  await run("openssl", [...args, ...extensions]).catch((error: Error) => {
    throw new NoPython(`no certificate can be made by openssl: ${error.message.split("\n")[0]}`);
  });
  setDefaultCACertificates([...getCACertificates("default"), await readFile(certificate, "utf8")]);
}

/**
 * Returns program environments that use the emulator as AWS, and applies them to this process: bucket policies deny requests
 * without TLS.
 */
export function awsEnvironment({ certificate, directory }: RunFolder, port: number): Record<string, string> {
  const endpoint = `https://localhost:${port}`;
  const environment = {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_ACCESS_KEY_ID: ACCOUNT,
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_REGION: "eu-central-1",
    AWS_DEFAULT_REGION: "eu-central-1",
    AWS_CA_BUNDLE: certificate,
    NODE_EXTRA_CA_CERTS: certificate,
    // The file contains the secret for calls to the identity provider.
    DATA_DIR: directory,
  };
  Object.assign(process.env, environment);
  return environment;
}
