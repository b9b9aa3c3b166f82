export type {
  Call,
  Expression,
  FromItem,
  JsonOptions,
  JsonOtherwise,
  Query,
  QueryBody,
  Select,
  SelectItem,
  SortItem,
  ValuesRow,
} from "../parse/ast.ts";
export { openReader, parseTrino } from "../parse/parseTrino.ts";
export { isReserved } from "../parse/reservedWords.ts";
export { SOURCE_NAME } from "../parse/sourceName.ts";
export { isTagName, TAG_NAME } from "../parse/tagName.ts";
export { type Token, tokenize } from "../parse/tokens.ts";
