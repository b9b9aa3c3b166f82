import { render } from "preact";
import { App } from "./app.tsx";
import { isConsolePage } from "./consolePaths.ts";
import { NotFoundPage } from "./pages/notFoundPage.tsx";
import { start } from "./session.ts";
import { startFailure } from "./startFailure.ts";

const root = document.getElementById("app");
const { pathname } = window.location;
if (!isConsolePage(pathname)) {
  if (root) render(<NotFoundPage />, root);
} else {
  if (root) render(<App />, root);
  start().catch((error: unknown) => {
    startFailure.value = error;
  });
}
