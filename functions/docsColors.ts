/** Colors of the console in both schemes (`console/style/tokens.css`), for the documentation page. */
export const DOCS_COLORS = {
  light: {
    accent: "#0f6f67",
    ground: "#fafafa",
    line: "#e4e4e7",
    surface: "#ffffff",
    text: "#18181b",
    warn: "#835000",
    warnWeak: "#fcf3e1",
  },
  dark: {
    accent: "#4fd1c1",
    ground: "#101113",
    line: "#2e3035",
    surface: "#18191c",
    text: "#ededf0",
    warn: "#f0bd52",
    warnWeak: "#342913",
  },
};

/** Attributes of the page's renderer. It calculates with the colors, so it accepts only the colors of one scheme. */
const ATTRIBUTES = {
  "primary-color": "accent",
  "secondary-color": "accent",
  "bg-color": "surface",
  "header-bg-color": "ground",
  "text-color": "text",
  "nav-bg-color": "ground",
  "nav-text-color": "text",
} as const;

/** Script that gives the renderer the colors of the reader's scheme, including when the scheme changes. */
export const DOCS_SCHEME = `
const colors = ${JSON.stringify(DOCS_COLORS)};
const scheme = matchMedia("(prefers-color-scheme: dark)");
function paint() {
  const found = colors[scheme.matches ? "dark" : "light"];
  for (const [name, color] of Object.entries(${JSON.stringify(ATTRIBUTES)}))
    document.querySelector("openapi-explorer").setAttribute(name, found[color]);
}
scheme.addEventListener("change", paint);
paint();
`;
