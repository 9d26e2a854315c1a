// The encoding of a text file, from its first bytes.
import { isUtf8 } from 'node:buffer'
import chardet from 'chardet'

export interface Encoding {
  /** A name of the Encoding Standard. */
  readonly name: string
  /** Bytes of the byte order mark. */
  readonly mark: number
}

/** Those of files that spreadsheets write; what is guessed beyond them is a mistake. */
const guessed: Readonly<Record<string, string>> = {
  'windows-1251': 'windows-1251',
  'ISO-8859-5': 'windows-1251',
  'KOI8-R': 'koi8-r',
  'UTF-16LE': 'utf-16le',
  'UTF-16BE': 'utf-16be',
}

export function encodingOf(bytes: Buffer): Encoding {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return { name: 'utf-8', mark: 3 }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name: 'utf-16le', mark: 2 }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { name: 'utf-16be', mark: 2 }
  if (isUtf8(trimCutCharacter(bytes))) return { name: 'utf-8', mark: 0 }
  const guess = chardet.analyse(bytes).find(({ name }) => Object.hasOwn(guessed, name))
  return { name: (guess && guessed[guess.name]) ?? 'windows-1252', mark: 0 }
}

/** Without a character that the end of the bytes has cut in two. */
function trimCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return bytes
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back)
  }
  return bytes
}
