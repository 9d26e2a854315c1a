import { builder } from '../builder.ts'
import { showsAt } from './block.rules.ts'
import { showBlock } from './show-block.task.ts'

export const showBlockTask = builder.task(showBlock, async ({ payload, work }, { blocks, sessions }) => {
  const seen = await blocks.find(payload.block_id)
  if (!seen) return
  const session = await sessions.get(seen.session_id)
  const block = await blocks.lockAnyVersion(seen.id)
  const at = session.status === 'live' ? showsAt(block, session) : null
  if (at && at <= work.origin.now) blocks.change(block, { status: 'shown' })
})
