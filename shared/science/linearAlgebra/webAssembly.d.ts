// The part of WebAssembly's interface that is used here; TypeScript declares it for browsers only.
declare namespace WebAssembly {
  var Module: new (bytes: Uint8Array) => Module;
  var Instance: new (module: Module) => { readonly exports: Record<string, unknown> };
}
