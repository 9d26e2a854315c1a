// The thread of `tar.ts`: the headers of entries (POSIX.1-1988 ustar, pax, and GNU's long names).
import { answerJobs } from '@lms/content/answer-jobs'
import { ArchiveRefused } from './refused.ts'

export interface TarEntry {
  /** A name is that of the next entry. */
  kind: 'file' | 'name' | 'other'
  path: string
  size: number
  isPax: boolean
}

const textAt = (header: Buffer, from: number, length: number): string => {
  const bytes = header.subarray(from, from + length)
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end < 0 ? length : end).toString('utf8')
}

/** What a header says; null at the end of the archive. */
function headerIn({ header }: { header: Uint8Array }): TarEntry | null {
  const bytes = Buffer.from(header)
  if (bytes.every(byte => byte === 0)) return null
  const written = Number.parseInt(textAt(bytes, 148, 8).trim(), 8)
  const sum = bytes.reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 32 : byte), 0)
  if (sum !== written) throw new ArchiveRefused('The archive cannot be read: a header of it is damaged.')
  const size = Number.parseInt(textAt(bytes, 124, 12).trim() || '0', 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new ArchiveRefused('The archive has a file of no size.')
  const type = String.fromCharCode(bytes[156]!)
  const prefix = textAt(bytes, 257, 5) === 'ustar' ? textAt(bytes, 345, 155) : ''
  const path = safePath(prefix ? `${prefix}/${textAt(bytes, 0, 100)}` : textAt(bytes, 0, 100))
  const kind = type === '0' || type === '\0' ? 'file' : type === 'L' || type === 'x' ? 'name' : 'other'
  return { kind, path, size, isPax: type === 'x' }
}

function safePath(path: string): string {
  const clean = path.replace(/^(?:\.\/)+/, '')
  if (clean.startsWith('/') || clean.split('/').includes('..'))
    throw new ArchiveRefused(`The archive has an entry outside of itself: ${clean.slice(0, 100)}.`)
  return clean
}

/** The name of the next entry; null where a pax header says something else. */
function nameIn({ bytes, isPax }: { bytes: Uint8Array; isPax: boolean }): string | null {
  const text = Buffer.from(bytes).toString('utf8')
  if (!isPax) return safePath(text.replace(/\0+$/, ''))
  const path = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text)?.[1]
  return path === undefined ? null : safePath(path)
}

const jobs = { header: headerIn, name: nameIn }
export type TarJobs = typeof jobs

answerJobs(jobs)
