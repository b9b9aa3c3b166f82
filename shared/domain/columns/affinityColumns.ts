/** Name of a column with dissociation constants, such as `KD`, `kd_nm` or `kd2_m`; rates have a unit per second. */
const DISSOCIATION_CONSTANT = /^k_?d\d?(?:_app)?(?:_(?:[munpf]?m|molar|nanomolar))?$/i;

/**
 * Tells whether a column contains dissociation constants of binding: lower values bind better, and their logarithms are compared. `kd`
 * without a unit may be a dissociation rate, to which both also apply.
 */
export function isDissociationConstant(name: string): boolean {
  return DISSOCIATION_CONSTANT.test(name);
}
