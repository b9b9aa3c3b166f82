import { useEffect, useState } from "preact/hooks";
import { Brand } from "../../parts/brand.tsx";
import { Select } from "../../parts/form.tsx";
import { HeadActions } from "../../parts/headActions.tsx";
import { documentTitle } from "../../parts/page.tsx";
import { Toasts } from "../../parts/toast.tsx";
import { ControlParts } from "./controlParts.tsx";
import { DataParts } from "./dataParts.tsx";
import { FormParts } from "./formParts.tsx";
import { Foundations } from "./foundations.tsx";
import { StateParts } from "./stateParts.tsx";

const SCHEMES = { "light dark": "as the system", light: "light", dark: "dark" } as const;

/** Every console component in every state, for the people who build it. No sign-in required. */
export function StyleguidePage() {
  const [scheme, setScheme] = useState<keyof typeof SCHEMES>("light dark");
  useEffect(() => {
    document.title = documentTitle("Style guide", "/styleguide");
  }, []);
  useEffect(() => {
    document.documentElement.style.colorScheme = scheme;
  }, [scheme]);
  return (
    <main>
      <div class="topbar">
        <Brand />
      </div>
      <div class="head">
        <h1>Style guide</h1>
        <HeadActions>
          <label for="scheme">Scheme</label>
          <Select id="scheme" value={scheme} options={SCHEMES} onChange={setScheme} />
        </HeadActions>
        <a class="button primary" href="/">
          Open the console with its workspaces
        </a>
      </div>
      <div class="content">
        <p class="intro">
          Every component of the console in every state. Build pages only from these components.
        </p>
        <Foundations />
        <ControlParts />
        <FormParts />
        <StateParts />
        <DataParts />
      </div>
      <Toasts />
    </main>
  );
}
