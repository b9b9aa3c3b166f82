/** Individual icons in the set: its main file names all of them, and the bundler would have to read them all. */
declare module "lucide/dist/esm/icons/*" {
  const icon: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  // biome-ignore lint/style/noDefaultExport: the package exports its icons so
  export default icon;
}
