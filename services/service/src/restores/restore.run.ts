// Restores a school, step by step. Everything is checked before the first row is written; each step commits its place, and
// what a step wrote before a crash is there when it is written again.
import { ArchiveRefused } from '@lms/archive'
import { ApiError } from '@lms/contract'
import { pieceBytes } from '@lms/site/contract'
import { builder, type Stores } from '../builder.ts'
import { hostOf } from '../every-service.ts'
import { type At, later, second } from '../steps.ts'
import { keepBytes } from './restore.handlers.ts'
import type { RestoreRow } from './restore.store.ts'
import { restoreSchool } from './restore.task.ts'
import { checkCounts, checkEntry, checkNames, checkPlace, restoringOf } from './restore-check.ts'
import { isBefore, type PlaceIn, type Position, type Report, statusAt } from './restore-place.ts'
import { removeNext } from './restore-removal.ts'
import { type OpenedArchive, open, refused, schoolRow } from './restore-source.ts'
import { putRows, storeFiles } from './restore-write.ts'

/** Milliseconds after which a step commits its place. */
const stepMs = 10_000

export const restoreSchoolTask = builder.task(
  restoreSchool,
  async ({ payload: _, ...ctx }, stores) => {
    const row = await stores.restores.find()
    if (row?.status === 'removing') return remove(row, ctx, stores)
    if (!row || (row.status !== 'checking' && row.status !== 'restoring')) return
    if (row.place.part === 'storing') return keep(row, ctx, stores)
    const opened = await open(row.file_id, row.size, ctx).catch(error => error as Error)
    if (opened instanceof Error) return refuse(opened, row, stores)
    const going: Going = {
      place: row.place,
      report: structuredClone(row.report),
      opened,
      until: performance.now() + stepMs,
      fileId: row.file_id,
      operator: row.operator,
      ctx,
    }
    try {
      const pause = await goOn(going)
      return commit(row, going, pause, ctx, stores)
    } catch (error) {
      return refuse(error, row, stores, going)
    }
  },
  {
    failed: async (_, stores) => {
      const row = await stores.restores.lock()
      if (row && row.status !== 'removed')
        stores.restores.save(row, { status: 'failed', problem: 'A service was unavailable for too long.' })
    },
  },
)

interface Going {
  place: Position
  report: Report
  readonly opened: OpenedArchive
  readonly until: number
  readonly fileId: RestoreRow['file_id']
  /** Who of the platform team restores. */
  readonly operator: string | null
  readonly ctx: At
}

/** The storage has to have all bytes before they are read. */
async function keep(row: RestoreRow, ctx: At, stores: Stores) {
  const pieces = Math.ceil(row.size / pieceBytes)
  const storeResult = await keepBytes(row, { pieces, size: row.size, is_whole: true }, ctx)
  const locked = await lockSame(row, stores)
  if (!locked) return { state: { done: 0 } }
  stores.pieces.removeUpTo(row.file_id, storeResult.status === 'stored' ? pieces : storeResult.stored_pieces)
  if (storeResult.status === 'failed') throw new Error('the storage did not take the archive')
  if (storeResult.status !== 'stored') return { state: { done: 0 }, at: later(ctx, second / 4) }
  stores.restores.save(locked, { place: { part: 'check', entry: 0, line: 0, counts: {} } })
  return { state: { done: 0 } }
}

/**
 * Goes on until its time is over or the restore ends; milliseconds to wait, if others have to come first. That all is
 * checked is committed before the first write: what fails from there on is not refused but has failed.
 */
async function goOn(going: Going): Promise<number> {
  const isChecking = isBefore(going.place)
  let pause = 0
  while (pause === 0 && going.place.part !== 'end' && performance.now() < going.until) {
    if (isChecking && !isBefore(going.place)) return 0
    pause = await goOnce(going)
  }
  return pause
}

async function goOnce(going: Going): Promise<number> {
  const { place: position, opened, ctx, report } = going
  switch (position.part) {
    case 'check':
      going.place = await nextCheck(position, going)
      return 0
    case 'mark': {
      const { name } = await schoolRow(opened)
      await restoringOf(ctx).mark({ body: { name } })
      going.place = { part: 'rows', entry: 0, line: 0 }
      return 0
    }
    case 'rows':
    case 'last-rows':
    case 'tasks':
      going.place = await nextRows(position, going)
      return 0
    case 'files': {
      const next = await storeFiles(position.entry, { ...going, archive_id: going.fileId })
      going.place = next === null ? { part: 'wait-for-files' } : { part: 'files', entry: next }
      return 0
    }
    case 'wait-for-files': {
      const { again = false } = position
      const { open, failed } = await restoringOf(ctx).files({ body: { files: [], again } })
      if (open === 0 && failed) throw refused(`The bytes of ${failed} files could not be stored.`)
      going.place = open === 0 ? { part: 'last-rows', entry: 0, line: 0 } : { part: 'wait-for-files' }
      return open && second
    }
    case 'rebuild': {
      const services = Object.keys(ctx.runtime.config.serviceAddresses).sort()
      const service = services[position.service]
      if (service) {
        const { to_set } = await hostOf(service, ctx).rebuild({})
        report.to_set = [...new Set([...report.to_set, ...to_set])]
      }
      going.place = service ? { part: 'rebuild', service: position.service + 1 } : { part: 'open' }
      return 0
    }
    case 'open':
      await restoringOf(ctx).open({ body: { ...(await schoolRow(opened)), operator: going.operator } })
      going.place = { part: 'tasks', entry: 0, line: 0 }
      return 0
    default:
      return 0
  }
}

async function nextCheck(
  position: PlaceIn<'check'>,
  { opened, until, ctx, report }: Going,
): Promise<Position> {
  const { entries } = opened.manifest
  const { entry, counts } = position
  if (entry === 0 && position.line === 0) checkNames(opened)
  report.entries = entries.length
  const listed = entries[entry]
  if (!listed) {
    checkCounts(opened, counts)
    await checkPlace(opened, ctx)
    return { part: 'mark' }
  }
  const { counted, count, line } = await checkEntry(listed, position.line, { opened, until, ctx })
  const counting = counted === null ? counts : { ...counts, [counted]: (counts[counted] ?? 0) + count }
  return { part: 'check', entry: line === null ? entry + 1 : entry, line: line ?? 0, counts: counting }
}

const after = {
  rows: { part: 'files', entry: 0 },
  'last-rows': { part: 'rebuild', service: 0 },
  tasks: { part: 'end' },
} as const satisfies Record<string, Position>

async function nextRows(
  position: PlaceIn<'rows' | 'last-rows' | 'tasks'>,
  { opened, until, ctx, report }: Going,
): Promise<Position> {
  const listed = opened.manifest.entries[position.entry]
  if (!listed) return after[position.part]
  const { written, line } = await putRows(position.part, listed, position.line, { opened, until, ctx })
  report.rows += written
  return line === null ? { ...position, entry: position.entry + 1, line: 0 } : { ...position, line }
}

async function commit(row: RestoreRow, going: Going, pause: number, ctx: At, stores: Stores) {
  const { place: position, report } = going
  const done = 'entry' in position ? position.entry : 0
  const locked = await lockSame(row, stores)
  if (!locked) return { state: { done } }
  if (position.part === 'end')
    return void stores.restores.save(locked, { place: position, report, status: 'done' })
  if (position.part === 'mark' && row.dry_run)
    return void stores.restores.save(locked, { report, place: { part: 'storing' }, status: 'checked' })
  stores.restores.save(locked, { place: position, report, status: statusAt(position) })
  return { state: { done }, ...(pause > 0 && { at: later(ctx, pause) }) }
}

/** The restore as the step has read it; null if another process has made this step, or it was given up meanwhile. */
async function lockSame(row: RestoreRow, { restores }: Pick<Stores, 'restores'>): Promise<RestoreRow | null> {
  const locked = (await restores.lock())!
  const stateOf = ({ status, file_id, place: position }: RestoreRow) =>
    JSON.stringify([status, file_id, position])
  return stateOf(locked) === stateOf(row) ? locked : null
}

/** Tells a fault of the archive; any other error is tried again. What was written before it is. */
async function refuse(
  error: unknown,
  row: RestoreRow,
  stores: Stores,
  { place: position, report }: Pick<RestoreRow, 'place' | 'report'> = row,
): Promise<undefined> {
  const isRefused = error instanceof ArchiveRefused || (error instanceof ApiError && error.status === 422)
  if (!isRefused) throw error
  const locked = await lockSame(row, stores)
  const status = isBefore(position) ? ('refused' as const) : ('failed' as const)
  const problem = error.message.slice(0, 2000)
  if (locked) stores.restores.save(locked, { status, problem, place: position, report })
}

/** A step of the removal of what was restored. A school that has opened meanwhile stays. */
async function remove(row: RestoreRow, ctx: At, stores: Stores) {
  const until = performance.now() + stepMs
  let position: Position | null = row.place
  while (position?.part === 'removal' && performance.now() < until) position = await removeNext(position, ctx)
  const locked = await lockSame(row, stores)
  if (locked && position) stores.restores.save(locked, { place: position, status: statusAt(position) })
  else if (locked)
    return void stores.restores.save(locked, { place: { part: 'storing' }, status: 'removed', received: 0 })
  return { state: { done: 0 } }
}
