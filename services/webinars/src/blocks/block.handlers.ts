import { maxOf, newId } from '@lms/contract'
import { enqueue, missing, type UnitOfWork } from '@lms/service-host'
import { builder } from '../builder.ts'
import { type RoomBlock, roomBlocks } from './block.contract.ts'
import { endsAt, refuseOtherMeaning, refuseUnfit, showsAt, visibleAt } from './block.rules.ts'
import type { BlockRow } from './block.store.ts'
import { closeBlock } from './close-block.task.ts'
import { withFigures } from './figures.ts'
import { showBlock } from './show-block.task.ts'

export const blockHandlers = builder.implement(roomBlocks, {
  list: async ({ path, query, caller, ...ctx }, { blocks, registrations, sessions }) => {
    await sessions.get(path.id)
    const isStudent = caller.role === 'student'
    if (isStudent && !(await registrations.isRegistered(caller.user, path.id))) missing()
    const page = await blocks.page(query, [{ sql: 't.session_id = $', values: [path.id] }])
    return { ...page, rows: await withFigures(page.rows, ctx, { blocks }) }
  },

  put: async ({ path, body, now, ...ctx }, { blocks, roomEvents, sessions }) => {
    const { work, runtime } = ctx
    refuseUnfit(body)
    // One at a time: the key is free or taken until the end of the work.
    const session = await sessions.lock(path.id)
    const before = await blocks.lockKeyed(session.id, body.key)
    const fields = { ...body, shown_at: visibleAt(before, body.status, now) }
    if (before) {
      const [{ results }] = (await blocks.withResults([before])) as [RoomBlock]
      refuseOtherMeaning(
        before,
        body,
        results.some(({ answers }) => answers > 0),
      )
      const changed = blocks.change(before, fields)
      // One that is hidden by hand stays hidden.
      if (before.status === 'hidden') showInTime(changed, session, work)
      closeInTime(changed, work)
      roomEvents.tell(session, 'block', changed.id, { runtime })
      return (await withFigures([changed], ctx, { blocks }))[0]!
    }
    await blocks.refuseBeyond(maxOf(roomBlocks.put.bound)!, {
      sql: 't.session_id = $',
      values: [session.id],
    })
    const block = blocks.insert({ ...fields, session_id: session.id, ...blocks.fresh(newId('wbb')) })
    showInTime(block, session, work)
    closeInTime(block, work)
    if (block.status !== 'hidden') roomEvents.tell(session, 'block', block.id, { runtime })
    return (await withFigures([block], ctx, { blocks }))[0]!
  },
})

/** Has a block of a session that is live shown at its offset. */
function showInTime(
  block: BlockRow,
  session: { status: string; started_at: string | null },
  work: UnitOfWork,
): void {
  const at = session.status === 'live' ? showsAt(block, session) : null
  if (at) enqueue(work, showBlock, { block_id: block.id }, { key: block.id, at })
}

/** Has a block closed at the end of its duration. */
export function closeInTime(block: BlockRow, work: UnitOfWork): void {
  const at = endsAt(block)
  if (at) enqueue(work, closeBlock, { block_id: block.id }, { key: block.id, at: new Date(at) })
}
