// A document as data: blocks, one below the other, on as many pages as they need.

export interface PdfDocument {
  readonly title: string
  readonly author: string
  /** A BCP 47 tag: programs that read a document aloud need it. */
  readonly language: string
  /** Where rows begin: their first column stands at the left, or at the right. */
  readonly direction: 'ltr' | 'rtl'
  /** RFC 3339. The bytes of a document follow from its data, and this time is part of them. */
  readonly created_at: string
  readonly blocks: readonly Block[]
}

/** Sizes and widths are in points (1/72 inch). */
export type Block =
  | { readonly kind: 'text'; readonly text: string; readonly size?: number; readonly bold?: boolean }
  | {
      readonly kind: 'table'
      readonly columns: readonly TableColumn[]
      /** The texts of each row; a table without a heading has none. */
      readonly heading?: readonly string[]
      readonly rows: readonly (readonly string[])[]
      readonly bold?: boolean
    }
  | { readonly kind: 'rule' }
  | { readonly kind: 'space'; readonly height: number }

export interface TableColumn {
  /** Of the width of the page, all columns together 1. */
  readonly share: number
  /**
   * Where its texts stand. `start`, the default: where rows begin, or at the right if the text's own script begins there.
   * `end`: where rows end, in every script.
   */
  readonly align?: 'start' | 'end'
}
