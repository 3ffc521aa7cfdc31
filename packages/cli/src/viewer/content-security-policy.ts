// The Content-Security-Policy of Seiche's pages: the viewer of `seiche view` sends it, the playground is built with it.

/**
 * Only scripts, styles, pictures and data of the page's own server; nothing inline, no other site. Kernels are WebAssembly, icons are
 * data: URLs, and pictures that a page makes are blobs.
 */
export const pagePolicy: readonly string[] = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
]
