import { afterAll, beforeAll } from "vitest";
import { startEndpoint, type TestEndpoint } from "./endpoint.ts";

/** Endpoint for all tests in a file; starts before the first test and stops after the last. */
export function fileEndpoint(): TestEndpoint {
  let started: TestEndpoint | undefined;
  beforeAll(async () => {
    started = await startEndpoint();
  });
  afterAll(() => started?.stop());
  const running = (): TestEndpoint => {
    if (!started) throw new Error("The endpoint is there for tests and their hooks only");
    return started;
  };
  return {
    get directory() {
      return running().directory;
    },
    get url() {
      return running().url;
    },
    get client() {
      return running().client;
    },
    get ownClient() {
      return running().ownClient;
    },
    get call() {
      return running().call;
    },
    restart: () => running().restart(),
    stop: () => running().stop(),
  };
}
