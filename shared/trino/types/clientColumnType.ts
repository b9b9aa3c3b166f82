/** Result column, as described by Trino's protocol. */
export interface ClientColumn {
  name: string;
  type: string;
  typeSignature: TypeSignature;
}

export interface TypeSignature {
  rawType: string;
  arguments: TypeArgument[];
}

export type TypeArgument =
  | { kind: "LONG"; value: number }
  | { kind: "TYPE"; value: TypeSignature }
  | { kind: "NAMED_TYPE"; value: { fieldName: { name: string } | null; typeSignature: TypeSignature } };
