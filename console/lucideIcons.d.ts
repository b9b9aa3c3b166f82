/** Single icons of the set: its main file names all of them, which the bundler would have to read. */
declare module "lucide/dist/esm/icons/*" {
  const icon: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  // biome-ignore lint/style/noDefaultExport: the package exports its icons so
  export default icon;
}
