import { builder } from '../../builder.ts'
import { releaseHeld } from '../../homework/submissions/release-held.ts'
import { enterFlowTask } from './enter-flow.run.ts'
import { flows } from './flow.contract.ts'
import { flowHandlers } from './flow.handlers.ts'
import { leaveFlow } from './leave-flow.task.ts'
import { removeFlowTask } from './remove-flow.run.ts'
import { onGroupTransferred } from './transferred-reaction.ts'

const leaveFlowTask = builder.task(leaveFlow, async ({ payload, emit, work }, stores) => {
  const { group_id, curator_id } = payload
  const isMore = await releaseHeld(
    (held, most) => held.withoutScope(curator_id, { group_id }, most),
    { emit, work },
    stores,
  )
  return isMore ? { state: {} } : undefined
})

export const flowResource = builder.resource({
  handlers: [flowHandlers],
  knowsPresent: [flows],
  tasks: [leaveFlowTask, removeFlowTask, enterFlowTask],
  reactions: [onGroupTransferred],
})
