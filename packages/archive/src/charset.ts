// Text of bytes in the charset that they declare: by their first bytes, in an XML declaration, or in the head of a page.

/** Bytes in which a declaration stands. */
const headBytes = 2048
const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // `<?` without a mark.
  ['utf-16le', [0x3c, 0x00, 0x3f, 0x00]],
  ['utf-16be', [0x00, 0x3c, 0x00, 0x3f]],
]
const declarations = [
  /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/,
  /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/i,
]

/** The name of the charset that a document declares; null where it declares none. */
export function charsetOf(bytes: Uint8Array): string | null {
  const mark = marks.find(([, first]) => first.every((byte, index) => bytes[index] === byte))
  if (mark) return mark[0]
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes))
  for (const declaration of declarations) {
    const name = declaration.exec(head)?.[1]?.toLowerCase()
    // A declaration that can be read as single bytes is not in UTF-16, whatever it says.
    if (name && isKnown(name)) return name.startsWith('utf-16') ? 'utf-8' : name
  }
  return null
}

function isKnown(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}

/** The text of a document; null where its bytes are not in the charset that it declares, which is UTF-8 without one. */
export function textIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(charsetOf(bytes) ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The text of a page that people have written: bytes that are in no charset are read as the ones of Western Europe. */
export const pageTextIn = (bytes: Uint8Array): string =>
  textIn(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
