// Records of comma-separated values (RFC 4180) from a part of a file: where each ends is found in the bytes, so that a
// reader can go on there later, in whatever process.

export interface TextForm {
  readonly encoding: string
  /** The sign between fields; all signs that it can be, while it is not known. */
  readonly delimiter: string
}

export interface RecordPlace {
  /** Bytes from the beginning of the part. */
  readonly start: number
  readonly end: number
  /** After the end of its line. */
  readonly next: number
  /** Whether the file ends within a quoted field: everything from the quote that was never closed is in it. */
  readonly isOpen: boolean
}

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * The records of a part, without empty lines; at most `most`. The last one counts only if its line ends here, or the part
 * is the end of the file. A quote opens a field only as its first sign, as for `fieldsOf`: in 6" it is text, and rows
 * behind it must not be drawn into its row. Delimiters, quotes and line ends are the same bytes in every encoding but
 * UTF-16.
 */
export function recordsIn(
  bytes: Buffer,
  { encoding, delimiter }: TextForm,
  { most, isEnd }: { most: number; isEnd: boolean },
): RecordPlace[] {
  const wide = encoding.startsWith('utf-16')
  const step = wide ? 2 : 1
  const unit = !wide
    ? (at: number) => bytes[at]!
    : encoding === 'utf-16be'
      ? (at: number) => bytes.readUInt16BE(at)
      : (at: number) => bytes.readUInt16LE(at)
  const between = new Set([...delimiter].map(sign => sign.charCodeAt(0)))
  const length = bytes.length - (bytes.length % step)
  const records: RecordPlace[] = []
  let start = 0
  let quoted = false
  // Where a quote would open a field, or, right behind a closing one, stand for itself.
  let mayOpen = true
  for (let at = 0; at < length && records.length < most; at += step) {
    const here = unit(at)
    if (here === quote && (quoted || mayOpen)) {
      quoted = !quoted
      mayOpen = !quoted
      continue
    }
    if (quoted) continue
    const ends = here === lineFeed || here === carriageReturn
    mayOpen = ends || between.has(here)
    if (!ends) continue
    if (at > start) records.push({ start, end: at, next: at + step, isOpen: false })
    start = at + step
  }
  if (isEnd && start < length && records.length < most)
    records.push({ start, end: length, next: length, isOpen: quoted })
  return records
}

/** The fields of a record. */
export function fieldsOf(text: string, delimiter: string): string[] {
  const fields: string[] = []
  let at = 0
  for (;;) {
    const [field, end] = text[at] === '"' ? quotedField(text, at, delimiter) : plainField(text, at, delimiter)
    fields.push(field)
    if (end >= text.length) return fields
    at = end + 1
  }
}

function plainField(text: string, at: number, delimiter: string): [string, number] {
  const delimiterAt = text.indexOf(delimiter, at)
  const end = delimiterAt < 0 ? text.length : delimiterAt
  return [text.slice(at, end), end]
}

/** What stands between the closing quote and the next delimiter belongs to the field, as spreadsheets read it. */
function quotedField(text: string, at: number, delimiter: string): [string, number] {
  let field = ''
  let from = at + 1
  for (;;) {
    const close = text.indexOf('"', from)
    if (close < 0) return [field + text.slice(from), text.length]
    field += text.slice(from, close)
    if (text[close + 1] !== '"') {
      const [rest, end] = plainField(text, close + 1, delimiter)
      return [field + rest, end]
    }
    field += '"'
    from = close + 2
  }
}

/** Delimiters by their names: a comma itself would be two values in the filter of a list. */
export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type Delimiter = keyof typeof delimiters

/** The delimiter that the header has most of. */
export function delimiterOf(header: string): Delimiter {
  const plain = header.replace(/"(?:[^"]|"")*"/g, '')
  const counts = Object.entries(delimiters).map(
    ([name, sign]) => [name as Delimiter, plain.split(sign).length] as const,
  )
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}
