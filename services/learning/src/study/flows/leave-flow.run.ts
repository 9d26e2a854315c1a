import { builder } from '../../builder.ts'
import { release, renewClaim } from '../../homework/submissions/moves.ts'
import { leaveFlow } from './leave-flow.task.ts'

const releasedAtOnce = 100

export const leaveFlowTask = builder.task(leaveFlow, async ({ payload, emit, work }, stores) => {
  const { group_id, curator_id } = payload
  const lockedRows = await stores.submissions.lockHeldWithoutScope(curator_id, { group_id }, releasedAtOnce)
  for (const row of lockedRows) renewClaim(release(row, { emit }, stores), work)
  return lockedRows.length === releasedAtOnce ? { state: {} } : undefined
})
