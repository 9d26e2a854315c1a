// What is used of the library, which has no types of its own.
declare module 'html-to-text' {
  interface Selector {
    selector: string
    format?: string
    options?: Readonly<Record<string, unknown>>
  }
  type Formatter = (
    element: { readonly attribs: { readonly alt?: string } },
    walk: unknown,
    builder: { addInline(text: string): void },
  ) => void
  export function convert(
    html: string,
    options: {
      wordwrap: number | false
      formatters: Readonly<Record<string, Formatter>>
      selectors: readonly Selector[]
    },
  ): string
}
