import { enqueue } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { releaseHeld } from '../../homework/submissions/release-held.ts'
import { enterFlowTask } from './enter-flow.run.ts'
import { flows, maxTransferLessons } from './flow.contract.ts'
import { leaveFlow } from './leave-flow.task.ts'
import { removeFlowTask } from './remove-flow.run.ts'
import { removeFlow } from './remove-flow.task.ts'
import { transferLessons } from './transfer-lessons.ts'
import { onGroupTransferred } from './transferred-reaction.ts'

const flowHandlers = builder.implement(flows, {
  changed: async ({ body: { group_id, curator_id, former_curator_id, removed }, work }, { curators }) => {
    if (!removed) await curators.followFlow(group_id, curator_id)
    if (former_curator_id)
      enqueue(
        work,
        leaveFlow,
        { group_id, curator_id: former_curator_id },
        { key: `${group_id} ${former_curator_id}` },
      )
    if (removed) enqueue(work, removeFlow, { group_id }, { key: group_id })
    return {}
  },

  preview: async ({ body, now }, stores) => {
    const lessons = await transferLessons(body, stores, now)
    return {
      lessons: lessons.slice(0, maxTransferLessons),
      left_off: Math.max(0, lessons.length - maxTransferLessons),
    }
  },
})

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
