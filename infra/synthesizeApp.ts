import { join } from "node:path";
import type { App } from "aws-cdk-lib";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { writeConsole } from "#build/console/writeConsole.ts";
import { germlineWords, readGermlineFile } from "#shared/runtime/germlineFile.ts";
import { bundle } from "./bundle.ts";
import type { Config } from "./config.ts";
import { documentationBundles } from "./documentationBundles.ts";
import { printSizes } from "./printSizes.ts";
import { buildStacks } from "./stacks/buildStacks.ts";

/** Bundles all functions into the app's folder and writes the templates of all stacks next to them. */
export async function synthesizeApp(app: App, config: Config): Promise<CloudAssembly> {
  const directory = join(app.outdir, "functions");
  const { germlinesFile } = config;
  if (germlinesFile !== undefined)
    console.log(`Germlines: ${germlineWords(await readGermlineFile(germlinesFile))}`);
  const bundles = await bundle(directory, {
    bufferedAnswers: config.target === "localstack",
    ...(germlinesFile !== undefined && { germlinesFile }),
  });
  printSizes(bundles);
  const documentation = await documentationBundles(directory, config);
  const consoleFiles = await writeConsole(
    join(app.outdir, "console"),
    config.platformUrl,
    config.productName,
  );
  buildStacks(app, config, { ...bundles, ...documentation }, consoleFiles);
  return app.synth();
}
