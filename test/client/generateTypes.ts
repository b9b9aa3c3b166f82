import { writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

/** `node generateTypes.ts <address of the document> <file>`: writes the types described by the document. */
const [address = "", file = ""] = process.argv.slice(2);

// For a file in a form, the generator defaults to `string`; this is the documented way to declare what `fetch` accepts.
const blob = ts.factory.createTypeReferenceNode("Blob");

const types = await openapiTS(new URL(address), {
  alphabetize: true,
  transform: (schema) => (schema.format === "binary" ? blob : undefined),
});
await writeFile(file, astToString(types));
