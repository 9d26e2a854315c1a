import { formatTime, newId, Refused } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import { artifacts, pieceBytes } from '@lms/site/contract'
import { builder } from '../builder.ts'
import { refusals as erasureRefusals } from '../erasures/erasure.contract.ts'
import { Erasures } from '../erasures/erasure.store.ts'
import { day } from '../steps.ts'
import { maxOpenRestores, partBytes, type Restore, refusals, restores } from './restore.contract.ts'
import type { RestoreRow } from './restore.store.ts'
import { restoreSchool } from './restore.task.ts'
import { restoringOf } from './restore-check.ts'
import { isBefore, isOpen, noReport, type Position, statusAt } from './restore-place.ts'

/** Days for which the storage keeps the bytes of an archive that is restored. */
const keptDays = 7

export const restoreOf = ({ place: position, report, ...row }: RestoreRow): Restore => ({
  status: row.status,
  size: row.size,
  sha256: row.sha256,
  received: row.received,
  problem: row.problem,
  part: position.part,
  done: 'entry' in position ? position.entry : 0,
  ...report,
  updated_at: row.updated_at,
})

const requireRestore = (row: RestoreRow | null): RestoreRow => {
  if (!row) throw new Refused(refusals.restore_missing)
  return row
}

/** Whether a task is at it. */
const isGoing = ({ status }: RestoreRow) =>
  status === 'checking' || status === 'restoring' || status === 'removing'

/** What was checked once is checked again, since the school may not be empty any more; files that failed are stored again. */
function placeOfNextRun({ place: position }: RestoreRow): Position {
  if (isBefore(position)) return { part: 'storing' }
  return position.part === 'wait-for-files' ? { part: 'wait-for-files', again: true } : position
}

export const restoreHandlers = builder.implement(restores, {
  /** An upload that was begun before is dropped; an archive whose rows are being written is not. */
  begin: async ({ body, now, work, runtime }, { restores, pieces }) => {
    if (await new Erasures(runtime.system).find(work.school)) throw new Refused(erasureRefusals.school_erased)
    const before = await restores.lock()
    const isFree = !before || before.status === 'removed' || isBefore(before.place)
    if (!isFree || before?.status === 'checking') throw new Refused(refusals.restore_under_way)
    if (before) pieces.remove(before.file_id)
    return restoreOf(
      restores.save({
        ...{ status: 'uploading', dry_run: true, file_id: newId('fil'), size: body.size },
        ...{ sha256: body.sha256 ?? null, received: 0 },
        ...{ place: { part: 'storing' }, report: noReport(), problem: null, operator: null },
        ...{ created_at: now, updated_at: now },
      }),
    )
  },

  take: async ({ body, work, runtime }, { restores, pieces }) => {
    const currentRow = requireRestore(await restores.find())
    const bytes = Buffer.from(body.content, 'base64')
    // The storage takes parts of 16 pieces; while it is slow, the sender waits.
    const stored = await storedPieces(currentRow, { work, runtime })
    const row = requireRestore(await restores.lock())
    if (row.status !== 'uploading') throw new Refused(refusals.restore_under_way)
    if (row.file_id !== currentRow.file_id) return restoreOf(row)
    pieces.removeUpTo(row.file_id, stored)
    if (body.offset + bytes.length <= row.received) return restoreOf(row)
    const isTooMuch = bytes.length > partBytes || body.offset + bytes.length > row.size
    if (body.offset !== row.received || isTooMuch) throw new Refused(refusals.restore_out_of_place)
    if (Math.floor(row.received / pieceBytes) - stored > maxOpenRestores) return restoreOf(row)
    await pieces.grow(row.file_id, row.received, bytes)
    return restoreOf(restores.save(row, { received: row.received + bytes.length }))
  },

  run: async ({ body, work }, { restores }) => {
    const row = requireRestore(await restores.lock())
    if (row.status === 'removed') throw new Refused(refusals.restore_missing)
    if (row.received < row.size) throw new Refused(refusals.restore_incomplete)
    if (row.status === 'done' || isGoing(row)) return restoreOf(row)
    enqueue(work, restoreSchool, {}, { key: 'restore' })
    const status = statusAt(row.place)
    return restoreOf(
      restores.save(row, {
        ...{ status, dry_run: body.dry_run, problem: null, place: placeOfNextRun(row) },
        operator: work.origin.operator ?? null,
      }),
    )
  },

  giveUp: async ({ work, runtime }, { restores, pieces }) => {
    // Of a school that is open nothing is removed, also where an archive for it was sent.
    const { is_open } = await restoringOf({ work, runtime }).check({ body: { hosts: [] } })
    const row = await restores.lock()
    if (!row || (is_open && isBefore(row.place))) throw new Refused(refusals.restore_not_begun)
    if (isOpen(row.place)) throw new Refused(refusals.restore_over)
    if (row.status === 'removing' || row.status === 'removed') return restoreOf(row)
    pieces.remove(row.file_id)
    // Nothing was written, and a step that checks now leaves nothing behind.
    if (isBefore(row.place)) return restoreOf(restores.save(row, { status: 'removed', problem: null }))
    enqueue(work, restoreSchool, {}, { key: 'restore' })
    const { place: position } = row
    const removal =
      position.part === 'removal' ? position : ({ part: 'removal', service: 0, from: position } as const)
    return restoreOf(restores.save(row, { status: 'removing', problem: null, place: removal }))
  },

  get: async (_, { restores }) => restoreOf(requireRestore(await restores.find())),
})

/** Has the storage take the whole pieces that have arrived; how many it has. */
async function storedPieces(row: RestoreRow, ctx: Pick<Work, 'work' | 'runtime'>): Promise<number> {
  const fullPieces = Math.floor(row.received / pieceBytes)
  if (fullPieces === 0) return 0
  return (await keepBytes(row, { pieces: fullPieces, size: fullPieces * pieceBytes, is_whole: false }, ctx))
    .stored_pieces
}

/** Tells the storage how far the bytes are. */
export function keepBytes(
  { file_id, created_at }: Pick<RestoreRow, 'file_id' | 'created_at'>,
  so: { pieces: number; size: number; is_whole: boolean },
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
) {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const expires_at = formatTime(new Date(Date.parse(created_at) + keptDays * day))
  return runtime.client('site', { artifacts }, scope).artifacts.grow({
    body: { id: file_id, name: 'archive.zip', content_type: 'application/zip', expires_at, ...so },
  })
}
