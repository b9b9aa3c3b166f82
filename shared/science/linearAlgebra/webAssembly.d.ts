// The part of the WebAssembly interface that is used here; TypeScript only declares it for browsers.
declare namespace WebAssembly {
  var Memory: new (size: { initial: number }) => Memory;
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  var Module: new (bytes: Uint8Array) => Module;
  var Instance: new (
    module: Module,
    imports: { env: { memory: Memory } },
  ) => { readonly exports: Record<string, unknown> };
}
