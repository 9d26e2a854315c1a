import { enqueue } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { flows, maxTransferLessons } from './flow.contract.ts'
import { leaveFlow } from './leave-flow.task.ts'
import { removeFlow } from './remove-flow.task.ts'
import { transferLessons } from './transfer-lessons.ts'

export const flowHandlers = builder.implement(flows, {
  changed: async ({ body: { group_id, former_curator_id, removed }, work }) => {
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
