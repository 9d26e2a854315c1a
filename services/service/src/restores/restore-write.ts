// Rows and files of an archive on their way back to the services that keep them.
import type { Id } from '@lms/contract'
import { hostOf } from '../every-service.ts'
import type { At } from '../steps.ts'
import { momentOf, restoringOf } from './restore-check.ts'
import { type Listed, type OpenedArchive, pagesOf, placeOf } from './restore-source.ts'

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
  const tablesByService = lastOf.get(opened) ?? new Map()
  lastOf.set(opened, tablesByService)
  const tablesRequest =
    tablesByService.get(service) ??
    hostOf(service, ctx)
      .tables({})
      .then(({ last }) => new Set(last))
  tablesByService.set(service, tablesRequest)
  return tablesRequest
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
  const target = placeOf(listed.name)!
  const nothing = { written: 0, line: null }
  if (target.kind !== 'rows') return nothing
  const { service, table } = target
  if (isSchool(service, table) || (part === 'tasks') !== (table === 'tasks')) return nothing
  const isLast = (await lastTables(service, going)).has(table)
  if (part !== 'tasks' && isLast !== (part === 'last-rows')) return nothing
  const moment = momentOf(going.opened, service)
  let written = 0
  for await (const lines of pagesOf(going.opened, listed, from)) {
    await hostOf(service, going.ctx).restoreRows({ body: { table, moment, lines: lines.join('\n') } })
    written += lines.length
    if (performance.now() > going.until) return { written, line: from + written }
  }
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
    const target = placeOf(name)!
    if (target.kind !== 'file') continue
    // The check has read and counted these bytes: a text that repeats itself is packed as tightly as a bomb.
    const { offset, packed, deflated } = (await opened.archive.locate(name, size))!
    files.push({ id: target.id as Id<'fil'>, archive_id, size, offset, packed, deflated })
  }
  if (files.length) await restoringOf(ctx).files({ body: { files } })
  report.files += files.length
  return entry < entries.length ? entry : null
}
