import { ICON_NAMES, Icon } from "../../parts/icon.tsx";
import { Specimen } from "./specimen.tsx";

const COLOURS = {
  Neutral: ["ground", "surface", "raised", "line", "control", "muted", "text"],
  Accent: ["accent", "accent-strong", "accent-weak", "on-accent"],
  Meaning: ["danger", "danger-weak", "warn", "warn-weak", "ok", "ok-weak", "info", "info-weak"],
  "Effects: worse, none, better": [1, 2, 3, 4, 5].map((step) => `diverging-${step}`),
  Categories: [1, 2, 3, 4, 5, 6, 7].map((step) => `category-${step}`),
};
const SIZES = { "2xl": "28", xl: "20", l: "16", m: "14", s: "13", xs: "12" };
const WEIGHTS = { text: "400", label: "500", title: "600" };

/** Colors, type and icons. */
export function Foundations() {
  return (
    <>
      <Specimen title="Colours">
        {Object.entries(COLOURS).map(([group, names]) => (
          <div key={group}>
            <h3>{group}</h3>
            <ul class="swatches">
              {names.map((name) => (
                <li key={name}>
                  <span style={{ background: `var(--${name})` }} />
                  <code>{name}</code>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Specimen>
      <div class="columns even">
        <Specimen title="Type">
          {Object.entries(SIZES).map(([name, pixels]) => (
            <p key={name} style={{ fontSize: `var(--size-${name})` }}>
              {pixels} px: the variant with the highest activity
            </p>
          ))}
          {Object.entries(WEIGHTS).map(([name, weight]) => (
            <p key={name} style={{ fontWeight: `var(--weight-${name})` }}>
              {weight}: for {name === "text" ? "text" : `${name}s`}
            </p>
          ))}
          <p class="mono">Sequences: MKTAYIAKQR I1l 0OQ</p>
          <p class="figure">1.38 ± 0.04</p>
        </Specimen>
        <Specimen title="Icons">
          <ul class="swatches">
            {ICON_NAMES.map((name) => (
              <li key={name}>
                <Icon name={name} />
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </Specimen>
      </div>
    </>
  );
}
