import { builder } from '../builder.ts'
import { release, renewClaim } from '../submissions/moves.ts'
import { leaveFlow } from './leave-flow.task.ts'

const releasedAtOnce = 100

export const leaveFlowTask = builder.task(leaveFlow, async ({ payload, emit, work }, stores) => {
  const { group_id, curator_id } = payload
  const held = await stores.submissions.lockHeldWithoutScope(curator_id, { group_id }, releasedAtOnce)
  for (const row of held) renewClaim(release(row, { emit }, stores), work)
  return held.length === releasedAtOnce ? { state: {} } : undefined
})
