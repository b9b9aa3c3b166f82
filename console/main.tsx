import { render } from "preact";
import { App } from "./app.tsx";
import { start } from "./session.ts";
import { startFailure } from "./startFailure.ts";

const root = document.getElementById("app");
if (root) render(<App />, root);
start().catch((error: unknown) => {
  startFailure.value = error;
});
