import { writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

/** `node generateTypes.ts <address of the document> <file>`: writes the types that the document describes. */
const [address = "", file = ""] = process.argv.slice(2);

// The generator's default for a file in a form is `string`; this is the documented way to declare what `fetch` accepts.
const blob = ts.factory.createTypeReferenceNode("Blob");

const types = await openapiTS(new URL(address), {
  alphabetize: true,
  transform: (schema) => (schema.format === "binary" ? blob : undefined),
});
await writeFile(file, astToString(types));
