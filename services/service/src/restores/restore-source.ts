// The archive of a restore, read by ranges from the storage.
import { type Archive, ArchiveRefused, openArchive } from '@lms/archive'
import { timestamp } from '@lms/contract'
import { type RestoredSchool, restoredSchool } from '@lms/site/contract'
import { z } from 'zod'
import { formatName, formatNumber } from '../archives/archive-text.ts'
import { readPart } from '../reading/source.ts'
import type { At } from '../steps.ts'
import { maxArchiveBytes } from './restore.contract.ts'

/** Entries are few bytes of memory each while the archive is open. A school has 100,000 files at most by default. */
const bounds = {
  bytes: maxArchiveBytes,
  entries: 250_000,
  unpackedBytes: 4 * maxArchiveBytes,
  directoryBytes: 64 * 1024 ** 2,
}
/** Rows and bytes of a page. */
const maxRows = 1000
const maxBytes = 1024 ** 2
/** Bytes of a line: a row of a table. */
const maxLineBytes = 15 * 1024 ** 2
export const maxManifestBytes = 64 * 1024 ** 2

const Manifest = z.object({
  format: z.string(),
  school_id: z.string(),
  made_at: timestamp(),
  snapshots: z.array(z.object({ service: z.string(), at: timestamp() })),
  counts: z.record(z.string(), z.int().min(0)),
  entries: z.array(
    z.object({ name: z.string(), size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})
export type Manifest = z.infer<typeof Manifest>
export type Listed = Manifest['entries'][number]

/** An archive that is open, with its manifest. */
export interface OpenedArchive {
  readonly archive: Archive
  readonly manifest: Manifest
}

export const refused = (message: string) => new ArchiveRefused(message)

/** Opens the archive; throws `ArchiveRefused` where it is none of this school, or of a later format. */
export async function open(fileId: string, size: number, ctx: At): Promise<OpenedArchive> {
  const archive = await openArchive(
    async range => {
      const part = await readPart(fileId, range, ctx)
      if (!part) throw refused('The bytes of the archive are gone from the storage. Send them again.')
      return part.bytes
    },
    size,
    { school: ctx.work.school, patient: true },
    bounds,
  )
  return { archive, manifest: readManifest(await bytesOf('manifest.json', archive), ctx.work.school) }
}

async function bytesOf(name: string, archive: Archive): Promise<Buffer> {
  const parts = archive.parts(name, maxManifestBytes)
  if (!parts) throw refused(`The archive has no ${name}: it is no archive of a school, or was cut off.`)
  const chunks: Buffer[] = []
  for await (const part of parts) chunks.push(part)
  return Buffer.concat(chunks)
}

function readManifest(bytes: Buffer, school: string): Manifest {
  const manifest = parsed(bytes)
  const [, number] = new RegExp(`^${formatName}/([1-9]\\d{0,5})$`).exec(manifest.format) ?? []
  if (!number)
    throw refused(`${JSON.stringify(manifest.format.slice(0, 60))} is no format of an archive of a school.`)
  if (Number(number) > formatNumber)
    throw refused(
      `The archive has the format ${formatName}/${number}, and this installation reads up to ${formatName}/${formatNumber}. Update it first.`,
    )
  if (manifest.school_id !== school)
    throw refused(
      `This is the archive of ${manifest.school_id.slice(0, 40)}. A school returns under its own id only: name that one.`,
    )
  return manifest
}

function parsed(bytes: Buffer): Manifest {
  try {
    return Manifest.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw refused('manifest.json is not the manifest of an archive of a school.')
  }
}

/** What an entry is, by its name; null for a name that no archive has. */
export function placeOf(
  name: string,
): { kind: 'rows'; service: string; table: string } | { kind: 'file'; id: string } | { kind: 'text' } | null {
  const rows = /^rows\/([a-z]{1,40})\/([a-z_]{1,60})\/\d{5,9}\.jsonl$/.exec(name)
  if (rows) return { kind: 'rows', service: rows[1]!, table: rows[2]! }
  if (/^journal\/\d{4}-\d{2}\.jsonl$/.test(name))
    return { kind: 'rows', service: 'webhooks', table: 'events' }
  const file = /^files\/(fil_[0-9a-z]{26})$/.exec(name)
  if (file) return { kind: 'file', id: file[1]! }
  return ['README.md', 'openapi.json', 'manifest.json'].includes(name) ? { kind: 'text' } : null
}

/** The lines of an entry, from one of them on. A row of the journal becomes that of its table. */
export async function* linesOf(
  { archive }: OpenedArchive,
  { name, size }: Listed,
  from: number,
): AsyncGenerator<string> {
  const parts = archive.parts(name, size)
  if (!parts) throw refused(`${name} is missing.`)
  const isJournal = name.startsWith('journal/')
  let number = 0
  let rest: Buffer[] = []
  let bytes = 0
  const ended = () => {
    const line = Buffer.concat(rest).toString('utf8')
    if (!isJournal) return line
    const { event, ...row } = parsedLine(line, name)
    return JSON.stringify({ ...row, payload: JSON.stringify(event) })
  }
  for await (const part of parts) {
    let start = 0
    for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, start)) {
      rest.push(part.subarray(start, end))
      start = end + 1
      if (number++ >= from) yield ended()
      rest = []
      bytes = 0
    }
    rest.push(part.subarray(start))
    bytes += part.length - start
    if (bytes > maxLineBytes) throw refused(`A line of ${name} has more than ${maxLineBytes} bytes.`)
  }
  if (rest.some(part => part.length > 0) && number >= from) yield ended()
}

/** The same in pages of some rows and bytes: those of one call of a service. */
export async function* pagesOf(
  opened: OpenedArchive,
  listed: Listed,
  from: number,
): AsyncGenerator<string[]> {
  let lines: string[] = []
  let bytes = 0
  for await (const line of linesOf(opened, listed, from)) {
    lines.push(line)
    bytes += line.length
    if (lines.length < maxRows && bytes < maxBytes) continue
    yield lines
    lines = []
    bytes = 0
  }
  if (lines.length) yield lines
}

/** A line of an entry, which is an object; `name` is that of the entry. */
export function parsedLine(line: string, name: string): Record<string, any> {
  try {
    const row = JSON.parse(line)
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row
  } catch {}
  throw refused(`A line of ${name} is no row.`)
}

/** The record of the school in the archive. */
export async function schoolRow(opened: OpenedArchive): Promise<RestoredSchool> {
  const listed = opened.manifest.entries.find(({ name }) => name.startsWith('rows/site/schools/'))
  if (listed)
    for await (const line of linesOf(opened, listed, 0)) {
      const { success, data } = restoredSchool.safeParse(parsedLine(line, listed.name))
      if (success && data.id === opened.manifest.school_id) return data
    }
  throw refused('The archive has no record of its school.')
}
