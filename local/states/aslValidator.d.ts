/** Declares the package, which has no types. */
declare module "asl-validator" {
  function validate(definition: object): { isValid: boolean; errorsText(separator?: string): string };
  export = validate;
}
