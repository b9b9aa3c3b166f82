import type { Environment } from "./environment.ts";
import { log } from "./log.ts";
import { readSecrets } from "./secrets.ts";

/** Time after which secrets are read again, so that a rotation does not require a deployment. */
const REFRESH_MS = 600_000;

/**
 * Returns a function that returns the settings of this process, from its environment and the named secrets. Secrets are read
 * at startup and every ten minutes. While they do not change, the settings stay the same object, together with everything
 * cached for it. If a secret cannot be read again, the known value stays in use.
 */
export function cachedSettings<Settings>(
  environment: Environment,
  make: (complete: Environment) => Settings,
): () => Promise<Settings> {
  let current: { settings: Settings; text: string; readAt: number } | undefined;
  let reading: Promise<Settings> | undefined;
  const read = async (): Promise<Settings> => {
    try {
      const complete = await readSecrets(environment);
      const text = JSON.stringify(complete);
      const settings = current?.text === text ? current.settings : make(complete);
      current = { settings, text, readAt: Date.now() };
    } catch (error) {
      if (!current) throw error;
      log().error("secrets cannot be read again", error as Error);
      current.readAt = Date.now();
    }
    return current.settings;
  };
  return async () => {
    if (current && (environment.SECRETS === undefined || Date.now() - current.readAt < REFRESH_MS))
      return current.settings;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
