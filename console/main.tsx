import { render } from "preact";
import { App } from "./app.tsx";
import { isConsolePage } from "./consolePaths.ts";
import { NotFoundPage } from "./pages/notFoundPage.tsx";
import { start } from "./session.ts";
import { startFailure } from "./startFailure.ts";

const root = document.getElementById("app");
const isPage = isConsolePage(window.location.pathname);
if (root) render(isPage ? <App /> : <NotFoundPage />, root);
if (isPage) {
  start().catch((error: unknown) => {
    startFailure.value = error;
  });
}
