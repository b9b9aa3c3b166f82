import { startPlatform } from "#local/startPlatform.ts";

/**
 * Platform that runs as a separate process with the data directory as its argument. It also sends its parent the settings of
 * its functions, so that its database can be filled directly. It exits when its parent exits or disconnects.
 */
const platform = await startPlatform({ port: 0, dataDirectory: process.argv[2] ?? "" });
process.once("disconnect", () => {
  void platform.close().then(() => process.exit(0));
});
const { url, idpUrl, dataDirectory, credentials, settings } = platform;
process.send?.({ url, idpUrl, dataDirectory, credentials, settings: settings.EU });
