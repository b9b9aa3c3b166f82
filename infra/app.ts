import { join } from "node:path";
import { bundle } from "./bundle.ts";
import { readConfig } from "./config.ts";
import { writeConsole } from "./console/writeConsole.ts";
import { documentationBundles } from "./documentationBundles.ts";
import { newApp } from "./newApp.ts";
import { printSizes } from "./printSizes.ts";
import { buildStacks } from "./stacks/buildStacks.ts";

const app = newApp();
const config = readConfig(app.node);
const directory = join(app.outdir, "functions");
const bundles = await bundle(directory, { bufferedAnswers: config.target === "localstack" });
printSizes(bundles);
const documentation = await documentationBundles(directory, config);
const consoleFiles = await writeConsole(join(app.outdir, "console"), config.platformUrl);
buildStacks(app, config, { ...bundles, ...documentation }, consoleFiles);
app.synth();
