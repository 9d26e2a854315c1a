// Rows and files of an archive on their way back to the services that keep them.
import type { Id } from '@lms/contract'
import { type RestoredSchool, restoredSchool } from '@lms/site/contract'
import { hostOf } from '../every-service.ts'
import type { At } from '../steps.ts'
import { momentOf, restoringOf } from './restore-check.ts'
import { type Listed, linesOf, type OpenedArchive, placeOf, refused } from './restore-source.ts'

/** Rows and bytes of one call. */
const maxRows = 1000
const maxBytes = 1024 ** 2
/** Files of one call. */
const maxFiles = 100

interface Going {
  readonly opened: OpenedArchive
  readonly until: number
  readonly ctx: At
}

/** The record of the school opens it, and so returns by itself. */
const isSchool = (service: string, table: string) => service === 'site' && table === 'schools'

const lastOf = new WeakMap<OpenedArchive, Map<string, Promise<ReadonlySet<string>>>>()

/** The tables of a service whose rows return when all others are there. */
function lastTables(service: string, { opened, ctx }: Going): Promise<ReadonlySet<string>> {
  const known = lastOf.get(opened) ?? new Map()
  lastOf.set(opened, known)
  const asked =
    known.get(service) ??
    hostOf(service, ctx)
      .tables({})
      .then(({ last }) => new Set(last))
  known.set(service, asked)
  return asked
}

/**
 * Writes rows of an entry from a line on, if it has its turn in this part; the line to go on from, null at its end.
 */
export async function putRows(
  part: 'rows' | 'last-rows' | 'tasks',
  listed: Listed,
  from: number,
  going: Going,
): Promise<{ written: number; line: number | null }> {
  const place = placeOf(listed.name)!
  const nothing = { written: 0, line: null }
  if (place.kind !== 'rows') return nothing
  const { service, table } = place
  if (isSchool(service, table) || (part === 'tasks') !== (table === 'tasks')) return nothing
  const isLast = (await lastTables(service, going)).has(table)
  if (part !== 'tasks' && isLast !== (part === 'last-rows')) return nothing
  const moment = momentOf(going.opened, service)
  let written = 0
  const put = async (lines: readonly string[]) => {
    if (lines.length === 0) return
    await hostOf(service, going.ctx).restoreRows({ body: { table, moment, lines: lines.join('\n') } })
    written += lines.length
  }
  let lines: string[] = []
  let bytes = 0
  for await (const line of linesOf(going.opened, listed, from)) {
    lines.push(line)
    bytes += line.length
    if (lines.length < maxRows && bytes < maxBytes) continue
    await put(lines)
    lines = []
    bytes = 0
    if (performance.now() > going.until) return { written, line: from + written }
  }
  await put(lines)
  return { written, line: null }
}

/** Has the bytes of the next files stored; the entry to go on from, null behind the last one. */
export async function storeFiles(
  from: number,
  {
    opened,
    ctx,
    report,
    archive_id,
  }: Pick<Going, 'opened' | 'ctx'> & {
    report: { files: number }
    archive_id: Id<'fil'>
  },
): Promise<number | null> {
  const { entries } = opened.manifest
  const files = []
  let entry = from
  for (; entry < entries.length && files.length < maxFiles; entry++) {
    const { name, size } = entries[entry]!
    const place = placeOf(name)!
    if (place.kind !== 'file') continue
    const { offset, packed, deflated } = (await opened.archive.place(name))!
    files.push({ id: place.id as Id<'fil'>, archive_id, size, offset, packed, deflated })
  }
  if (files.length) await restoringOf(ctx).files({ body: { files } })
  report.files += files.length
  return entry < entries.length ? entry : null
}

/** The record of the school in the archive. */
export async function schoolRow(opened: OpenedArchive): Promise<RestoredSchool> {
  const listed = opened.manifest.entries.find(({ name }) => name.startsWith('rows/site/schools/'))
  if (listed)
    for await (const line of linesOf(opened, listed, 0)) {
      const read = restoredSchool.safeParse(JSON.parse(line))
      if (read.success) return read.data
    }
  throw refused('The archive has no record of its school.')
}
