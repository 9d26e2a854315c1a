// A document as data: blocks, one below the other, on as many pages as they need; or boxes in their places on one page.

export interface DocumentFacts {
  readonly title: string
  readonly author: string
  /** A BCP 47 tag: programs that read a document aloud need it. */
  readonly language: string
  /** RFC 3339. The bytes of a document follow from its data, and this time is part of them. */
  readonly created_at: string
}

export interface PdfDocument extends DocumentFacts {
  /** Where rows begin: their first column stands at the left, or at the right. */
  readonly direction: 'ltr' | 'rtl'
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

/** One page with boxes, the later ones above the earlier ones. Nothing is drawn outside of its box. */
export interface PlacedDocument extends DocumentFacts {
  readonly page: { readonly width: number; readonly height: number }
  readonly boxes: readonly PlacedBox[]
}

/** Where a box stands: points from the left and the top edge of the page. */
export interface Position {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type PlacedBox = Position &
  (
    | {
        readonly kind: 'text'
        /** Too long a text shrinks, then it is wrapped. */
        readonly text: string
        readonly size: number
        readonly bold?: boolean
        readonly align?: 'left' | 'center' | 'right'
        /** `#rrggbb` */
        readonly colour?: string
      }
    | {
        readonly kind: 'image'
        /** PNG or JPEG: see `imageProblem`. */
        readonly bytes: Uint8Array
        /** `contain`, the default: whole, in the middle of its box. `cover`: all of the box, cut at the edges. */
        readonly fit?: 'contain' | 'cover'
      }
    /** The QR code of a text, as large as the box allows, in the middle of it. */
    | { readonly kind: 'qr'; readonly text: string }
  )
