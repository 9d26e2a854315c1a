import { builder } from '../builder.ts'
import { closeInTime } from './block.handlers.ts'
import { endsAt, showsAt } from './block.rules.ts'
import { closeBlock } from './close-block.task.ts'
import { countPoll } from './count-poll.task.ts'
import { showBlock } from './show-block.task.ts'

export const showBlockTask = builder.task(showBlock, async ({ payload, work, runtime }, stores) => {
  const { blocks, roomEvents, sessions } = stores
  const seen = await blocks.find(payload.block_id)
  if (!seen) return
  const session = await sessions.lockAnyVersion(seen.session_id)
  const block = await blocks.lockAnyVersion(seen.id)
  const at = session.status === 'live' ? showsAt(block, session) : null
  if (!at || at > work.origin.now) return
  closeInTime(blocks.change(block, { status: 'visible', shown_at: work.now }), work)
  roomEvents.tell(session, 'block', block.id, { runtime })
})

export const countPollTask = builder.task(countPoll, async ({ payload, runtime }, stores) => {
  const { blocks, roomEvents, sessions } = stores
  const block = await blocks.find(payload.block_id)
  if (block) roomEvents.tell(await sessions.lockAnyVersion(block.session_id), 'poll', block.id, { runtime })
})

export const closeBlockTask = builder.task(closeBlock, async ({ payload, work, runtime }, stores) => {
  const { blocks, roomEvents, sessions } = stores
  const seen = await blocks.find(payload.block_id)
  if (!seen) return
  const session = await sessions.lockAnyVersion(seen.session_id)
  const block = await blocks.lockAnyVersion(seen.id)
  const at = endsAt(block)
  // It was hidden or shown anew meanwhile.
  if (!at || new Date(at) > work.origin.now) return
  blocks.change(block, { status: 'closed' })
  roomEvents.tell(session, 'block', block.id, { runtime })
})
