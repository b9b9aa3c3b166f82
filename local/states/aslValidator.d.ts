/** Declares the package, which carries no types of its own. */
declare module "asl-validator" {
  function validate(definition: object): { isValid: boolean; errorsText(separator?: string): string };
  export = validate;
}
