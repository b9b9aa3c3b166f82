import type { Environment } from "./environment.ts";
import { log } from "./log.ts";
import { readSecrets } from "./secrets.ts";

/** Time after which secrets are read again, so that a rotated one is taken without a deployment. */
const REFRESH_MS = 600_000;

/**
 * Returns a function that gives the settings of this process, made of its environment and of the secrets that this names.
 * These are read once at the start, and again every ten minutes: as long as they are the same, so are the settings, and
 * all that is cached for them. Where they cannot be read again, the known ones go on.
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
