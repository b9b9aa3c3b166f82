import { readConfig } from "./config.ts";
import { newApp } from "./newApp.ts";
import { synthesizeApp } from "./synthesizeApp.ts";

const app = newApp();
await synthesizeApp(app, readConfig(app.node));
