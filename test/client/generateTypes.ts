import { writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

/** `node generateTypes.ts <document URL> <file>`: writes the types described by the document. */
const [address = "", file = ""] = process.argv.slice(2);

// By default, the generator declares a file in a form as `string`; this is the documented way to declare a type that `fetch`
// accepts.
const blob = ts.factory.createTypeReferenceNode("Blob");

const types = await openapiTS(new URL(address), {
  alphabetize: true,
  transform: (schema) => (schema.format === "binary" ? blob : undefined),
});
await writeFile(file, astToString(types));
