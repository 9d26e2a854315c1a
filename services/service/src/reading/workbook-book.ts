// What a workbook says of itself: its first visible sheet, and the forms of its cells. Read in the thread.
import { posix } from 'node:path'
import { ArchiveRefused } from '@lms/archive/refused'
import { allIn, childOf, childrenOf, readXml, type Xml } from '@lms/archive/xml'
import { type CellForm, digitsOfFormat, isDateFormat } from './workbook-cell.ts'

/** The entries of a workbook that say where its sheets are; null for one that it lacks. */
export interface BookEntries {
  book: Uint8Array
  relations: Uint8Array | null
  styles: Uint8Array | null
}

export interface Book {
  /** Paths in the archive. */
  sheet: string | null
  strings: string | null
  form: CellForm
}

export const bookPaths = {
  book: 'xl/workbook.xml',
  relations: 'xl/_rels/workbook.xml.rels',
  styles: 'xl/styles.xml',
} as const

/** Throws `ArchiveRefused`. */
export function bookIn({ book: bytes, relations, styles }: BookEntries): Book {
  const book = readXml(bytes, bookPaths.book)
  const related = relations ? readXml(relations, bookPaths.relations) : undefined
  const targets = new Map(
    childrenOf(related, 'Relationship').map(each => [
      each.attributes.get('Id'),
      pathOf(each.attributes.get('Target') ?? ''),
    ]),
  )
  // What its author does not see is not what they send.
  const sheets = allIn(book, 'sheet')
  const first = sheets.find(({ attributes }) => !isHidden.test(attributes.get('state') ?? '')) ?? sheets[0]
  if (targets.size > 10_000) throw new ArchiveRefused('The workbook has more than 10000 parts.')
  return {
    sheet: (first && targets.get(first.attributes.get('id'))) ?? null,
    strings: [...targets.values()].find(path => path.endsWith('/sharedStrings.xml')) ?? null,
    form: formOf(book, styles ? readXml(styles, bookPaths.styles) : undefined),
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
