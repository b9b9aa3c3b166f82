import type { CliCommand } from "../../command.ts";
import { changeCredentials, credentialsPath } from "../../session/credentials.ts";

/** Removes the stored session of a platform. */
export const logout: CliCommand = {
  run: async (cli) => {
    const url = await cli.url();
    const wasSignedIn = await changeCredentials(credentialsPath(cli.env), (credentials) => {
      const { [url]: kept, ...others } = credentials.platforms;
      credentials.platforms = others;
      delete credentials.selections?.[url];
      if (credentials.url === url) delete credentials.url;
      return kept !== undefined;
    });
    cli.say(wasSignedIn ? `✓ signed out of ${url}` : `You were not signed in at ${url}.`);
  },
};
