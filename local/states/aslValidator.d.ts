/** Declares the package, which ships without types. */
declare module "asl-validator" {
  function validate(definition: object): { isValid: boolean; errorsText(separator?: string): string };
  export = validate;
}
