import { formatTime } from '@lms/contract'
import { flowPeople, lessonOpened } from '@lms/learning/contract'
import { builder } from '../builder.ts'
import { enterFlow } from './flow.task.ts'
import { hear } from './take-events.ts'

export const enterFlowCall = builder.externalCall(enterFlow, {
  prepare: async ({ payload, state }) => ({ ...payload, after: state?.after ?? null }),

  call: ({ group_id, course_id, lesson_id, after }, ctx) =>
    ctx.runtime
      .client('learning', { flowPeople }, ctx)
      .flowPeople.opened({ body: { group_id, course_id, lesson_id, after } }),

  finish: async ({ payload, state, outcome: { user_ids, last }, now, work }, stores) => {
    const { opens_at, told_at, ...ids } = payload
    const opening = { ...ids, status: 'open', opens_at: formatTime(new Date(opens_at)) }
    const events = user_ids.map(user_id => ({
      type: lessonOpened.type,
      created_at: formatTime(new Date(told_at)),
      related: { user_id },
      data: { object: { ...opening, user_id } },
    }))
    await hear(events, { now, work }, stores)
    const seen = (state?.seen ?? 0) + user_ids.length
    return last === null ? undefined : { state: { after: last, seen } }
  },
})
