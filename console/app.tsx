import { matchPath } from "./matchPath.ts";
import { WorkspacesPage } from "./pages/workspacesPage.tsx";
import { Brand } from "./parts/brand.tsx";
import { Failure } from "./parts/failure.tsx";
import { Loading } from "./parts/page.tsx";
import { Toasts } from "./parts/toast.tsx";
import { address, followLinks } from "./router.ts";
import { signedIn } from "./session.ts";
import { startFailure } from "./startFailure.ts";
import { WorkspaceShell } from "./workspaceShell.tsx";

export function App() {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: links in it are what is pressed; they work by key, too
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div onClick={followLinks}>
      <Content />
      <Toasts />
    </div>
  );
}

function Content() {
  if (startFailure.value !== null) {
    return (
      <main class="centered">
        <Brand />
        <div class="card">
          <div class="body">
            <h1>Not signed in</h1>
            <Failure error={startFailure.value} retry={false} />
            <a class="button primary" href="/" target="_self">
              Sign in again
            </a>
          </div>
        </div>
      </main>
    );
  }
  if (signedIn.value === "signedOut") {
    return (
      <main class="centered">
        <Brand />
        <div class="card">
          <div class="body" role="status">
            <h1>Signed out</h1>
            <p>You signed out in another tab.</p>
            <a class="button primary" href={address.value.pathname + address.value.search} target="_self">
              Sign in again
            </a>
          </div>
        </div>
      </main>
    );
  }
  if (typeof signedIn.value === "string") {
    return (
      <main class="centered">
        <Loading label="Signing in" />
      </main>
    );
  }
  const { pathname } = address.value;
  const [, , name] = pathname.split("/");
  if (matchPath("/w/:workspace", pathname.split("/").slice(0, 3).join("/")) && name) {
    return <WorkspaceShell key={name} name={decodeURIComponent(name)} />;
  }
  return <WorkspacesPage signedIn={signedIn.value} />;
}
