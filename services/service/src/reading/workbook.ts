// A workbook (ECMA-376, Office Open XML) that somebody uploaded: its first visible sheet, row by row, from any row on. Its XML
// is read in a thread.
import { type Archive, ArchiveRefused, openArchive, type ReadPart } from '@lms/archive'
import type { Sender } from '@lms/content/in-thread'
import { inReadingThread } from './in-reading-thread.ts'
import type { Book } from './workbook-book.ts'
import { cellText } from './workbook-cell.ts'
import { rowsIn } from './workbook-rows.ts'
import { SharedStrings } from './workbook-strings.ts'

/** Unpacked bytes of the sheet: this many times the file, or what a small one of a million short rows has. */
const maxRatio = 20
const freeBytes = 512 * 1024 ** 2
/** Unpacked bytes of the shared texts, which are kept while rows are read. */
const maxSharedBytes = 64 * 1024 ** 2

/** A row of a sheet, without cells if none has a value, and where the next one begins. */
export interface SheetRow {
  readonly cells: readonly string[]
  /** Unpacked bytes of the sheet up to the end of this row. */
  readonly next: number
}

export class Workbook {
  readonly #archive: Archive
  readonly #sheet: string
  readonly #book: Book
  readonly #most: number
  readonly #sender: Sender
  private constructor(
    archive: Archive,
    { sheet, book, most, sender }: { sheet: string; book: Book; most: number; sender: Sender },
  ) {
    this.#archive = archive
    this.#sheet = sheet
    this.#book = book
    this.#most = most
    this.#sender = sender
  }

  /** Opens a workbook of so many bytes; throws `ArchiveRefused`, which says why it is none. */
  static async open(read: ReadPart, size: number, sender: Sender): Promise<Workbook> {
    const archive = await openArchive(read, size, sender)
    const [bytes, relations, styles] = [
      await archive.bytes('xl/workbook.xml'),
      await archive.bytes('xl/_rels/workbook.xml.rels'),
      await archive.bytes('xl/styles.xml'),
    ]
    if (!bytes) throw new ArchiveRefused('The file is an archive, and no workbook.')
    const parsedBook = await inReadingThread('book', { book: bytes, relations, styles }, sender)
    const paths = new Set(archive.paths)
    const { sheet, strings } = parsedBook
    if (!sheet || !paths.has(sheet)) throw new ArchiveRefused('The workbook has no sheet.')
    const book = { ...parsedBook, strings: strings && paths.has(strings) ? strings : null }
    return new Workbook(archive, { sheet, book, most: Math.max(freeBytes, size * maxRatio), sender })
  }

  /**
   * Rows, from a place on that an earlier row has named. Everything in front of the place is unpacked again, but not read.
   * Shared texts are read as far as they are needed, `maxTextBytes` of them at most.
   */
  async *rows(from = 0, maxTextBytes = maxSharedBytes): AsyncGenerator<SheetRow> {
    const { strings: path, form } = this.#book
    const strings = new SharedStrings(
      path === null ? null : this.#archive.parts(path, maxTextBytes),
      this.#sender,
    )
    const parts = this.#archive.parts(this.#sheet, this.#most)!
    try {
      for await (const { cells, next } of rowsIn(parts, from, this.#sender)) {
        const texts: string[] = []
        for (const cell of cells) {
          const text = cell.kind === 's' ? await strings.get(Number(cell.value)) : cellText(cell, form)
          texts[cell.column] = text
        }
        yield { cells: texts.some(Boolean) ? Array.from(texts, text => text ?? '') : [], next }
      }
    } finally {
      await strings.end()
    }
  }
}
