// What is used of the library, which has no types of its own.
declare module 'html-to-text' {
  interface Selector {
    selector: string
    format?: string
    options?: Readonly<Record<string, unknown>>
  }
  export function convert(
    html: string,
    options: { wordwrap: number | false; selectors: readonly Selector[] },
  ): string
}
