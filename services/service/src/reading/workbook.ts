// A workbook (ECMA-376, Office Open XML) that somebody uploaded: its first visible sheet, row by row, from any row on.
import { posix } from 'node:path'
import { type Archive, ArchiveRefused, openArchive, type ReadPart } from '@lms/archive'
import { allIn, childOf, childrenOf, readXml, type Xml } from '@lms/archive/xml'
import { type CellForm, cellText, digitsOfFormat, isDateFormat } from './workbook-cell.ts'
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
  readonly #strings: string | null
  readonly #form: CellForm
  readonly #most: number
  private constructor(
    archive: Archive,
    { sheet, strings, form, most }: { sheet: string; strings: string | null; form: CellForm; most: number },
  ) {
    this.#archive = archive
    this.#sheet = sheet
    this.#strings = strings
    this.#form = form
    this.#most = most
  }

  /** Opens a workbook of so many bytes; throws `ArchiveRefused`, which says why it is none. */
  static async open(read: ReadPart, size: number): Promise<Workbook> {
    const archive = await openArchive(read, size)
    const xml = async (path: string) => {
      const bytes = await archive.bytes(path)
      return bytes && readXml(bytes, path)
    }
    const book = await xml('xl/workbook.xml')
    if (!book) throw new ArchiveRefused('The file is an archive, and no workbook.')
    const targets = new Map(
      childrenOf((await xml('xl/_rels/workbook.xml.rels')) ?? undefined, 'Relationship').map(each => [
        each.attributes.get('Id'),
        pathOf(each.attributes.get('Target') ?? ''),
      ]),
    )
    // What its author does not see is not what they send.
    const sheets = allIn(book, 'sheet')
    const first = sheets.find(({ attributes }) => !isHidden.test(attributes.get('state') ?? '')) ?? sheets[0]
    const sheet = first && targets.get(first.attributes.get('id'))
    if (!sheet || !archive.paths.includes(sheet)) throw new ArchiveRefused('The workbook has no sheet.')
    const strings = [...targets.values()].find(path => path.endsWith('/sharedStrings.xml')) ?? null
    return new Workbook(archive, {
      sheet,
      strings: strings && archive.paths.includes(strings) ? strings : null,
      form: formOf(book, (await xml('xl/styles.xml')) ?? undefined),
      most: Math.max(freeBytes, size * maxRatio),
    })
  }

  /**
   * Rows, from a place on that an earlier row has named. Everything in front of the place is unpacked again, but not read.
   * Shared texts are read as far as they are needed, `maxTextBytes` of them at most.
   */
  async *rows(from = 0, maxTextBytes = maxSharedBytes): AsyncGenerator<SheetRow> {
    const strings = new SharedStrings(
      this.#strings === null ? null : this.#archive.parts(this.#strings, maxTextBytes),
    )
    try {
      for await (const { cells, next } of rowsIn(this.#archive.parts(this.#sheet, this.#most)!, from)) {
        const texts: string[] = []
        for (const cell of cells) {
          const text = cell.kind === 's' ? await strings.get(Number(cell.value)) : cellText(cell, this.#form)
          texts[cell.column] = text
        }
        yield { cells: texts.some(Boolean) ? Array.from(texts, text => text ?? '') : [], next }
      }
    } finally {
      await strings.end()
    }
  }

  close(): void {
    this.#archive.close()
  }
}

const isHidden = /^(?:veryH|h)idden$/

/** The entry that a relationship of `xl/workbook.xml` names. */
const pathOf = (target: string) => (target.startsWith('/') ? target.slice(1) : posix.join('xl', target))

/** Which styles are dates, which fill numbers with zeros, and from when days are counted. */
function formOf(book: Xml, styles: Xml | undefined): CellForm {
  const own = new Map(
    childrenOf(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      attributes.get('numFmtId'),
      attributes.get('formatCode') ?? '',
    ]),
  )
  const formats = childrenOf(childOf(styles, 'cellXfs'), 'xf').map(
    ({ attributes }) => attributes.get('numFmtId') ?? '0',
  )
  const dates = formats.map(id => isDateFormat(Number(id), own.get(id)))
  const digits = formats.map(id => digitsOfFormat(own.get(id)))
  const since1904 = ['1', 'true'].includes(childOf(book, 'workbookPr')?.attributes.get('date1904') ?? '')
  return { dates, digits, since1904 }
}
