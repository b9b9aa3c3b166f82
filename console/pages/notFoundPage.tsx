import { Brand } from "../parts/brand.tsx";

/** Shown at an unknown URL, without requiring a sign-in. */
export function NotFoundPage() {
  return (
    <main class="centered">
      <Brand />
      <div class="card">
        <div class="body">
          <h1>There is no page at this address</h1>
          <p class="mono">{window.location.pathname}</p>
          <a class="button primary" href="/">
            Workspaces
          </a>
        </div>
      </div>
    </main>
  );
}
