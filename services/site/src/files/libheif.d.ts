// libheif-js has types for its inner functions alone.
declare module 'libheif-js/wasm-bundle.js' {
  interface Pixels {
    /** RGBA, four bytes for each pixel. */
    data: Uint8ClampedArray<ArrayBuffer>
    width: number
    height: number
  }
  interface HeifImage {
    get_width(): number
    get_height(): number
    /** Fills the pixels, and passes them on; null if they cannot be decoded. */
    display(pixels: Pixels, done: (decoded: Pixels | null) => void): void
  }
  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }
  export default libheif
}
