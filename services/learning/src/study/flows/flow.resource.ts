import { builder } from '../../builder.ts'
import { release, renewClaim } from '../../homework/submissions/moves.ts'
import { enterFlowTask } from './enter-flow.run.ts'
import { flows } from './flow.contract.ts'
import { flowHandlers } from './flow.handlers.ts'
import { leaveFlow } from './leave-flow.task.ts'
import { removeFlowTask } from './remove-flow.run.ts'
import { onGroupTransferred } from './transferred-reaction.ts'

const releasedAtOnce = 100

const leaveFlowTask = builder.task(leaveFlow, async ({ payload, emit, work }, stores) => {
  const { group_id, curator_id } = payload
  const lockedRows = await stores.submissions.lockHeldWithoutScope(curator_id, { group_id }, releasedAtOnce)
  for (const row of lockedRows) renewClaim(release(row, { emit }, stores), work)
  return lockedRows.length === releasedAtOnce ? { state: {} } : undefined
})

export const flowResource = builder.resource({
  handlers: [flowHandlers],
  knowsPresent: [flows],
  tasks: [leaveFlowTask, removeFlowTask, enterFlowTask],
  reactions: [onGroupTransferred],
})
