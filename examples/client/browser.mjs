// @ts-check
// Lists the tables of a workspace in a page, and shows the first rows of one. To bundle it and serve it next to browser.html:
//   npx esbuild browser.mjs --bundle --format=esm --outfile=browser.js
import { connect } from "protein-data-platform-client/connect";
import { ApiError } from "protein-data-platform-client/errors";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const output = /** @type {HTMLElement} */ (document.querySelector("output"));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = (/** @type {string} */ name) => String(new FormData(form).get(name));
  try {
    // The token stays in the memory of this page. Pages for users sign in with signIn/pkce.
    const lab = await connect({ url: field("url"), workspace: field("workspace"), token: field("token") });
    const table = field("table");
    const result = await lab.query(`SELECT * FROM ${table} LIMIT 20`);
    output.replaceChildren(tableOf(await result.rows()));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    output.textContent = error.message;
  }
});

/** @param {Record<string, unknown>[]} rows */
function tableOf(rows) {
  const table = document.createElement("table");
  for (const name of Object.keys(rows[0] ?? {})) {
    const title = document.createElement("th");
    title.textContent = name;
    table.append(title);
  }
  for (const row of rows) {
    const line = table.insertRow();
    for (const value of Object.values(row)) line.insertCell().textContent = String(value ?? "");
  }
  return table;
}
