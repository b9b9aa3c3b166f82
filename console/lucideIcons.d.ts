/** Individual icons in the set. Importing them from its main file would make the bundler read every icon. */
declare module "lucide/dist/esm/icons/*" {
  const icon: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  // biome-ignore lint/style/noDefaultExport: the package exports its icons so
  export default icon;
}
