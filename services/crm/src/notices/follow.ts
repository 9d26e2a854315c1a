// After events that people are told about: messages to them. An event about a flow reaches its people in slices.
import { randomBytes } from 'node:crypto'
import { type Envelope, formatTime } from '@lms/contract'
import { flowPeople, lessonOpened } from '@lms/learning/contract'
import { enqueue } from '@lms/service-host'
import { builder } from '../builder.ts'
import { notifications } from '../settings/notifications.ts'
import { flowOpeningOf, tellFlow } from './flow.task.ts'
import { type NoticeEvent, readNoticeContext } from './notice-facts.ts'
import { noticeInterest } from './notice-interest.ts'
import { tell } from './queue-notices.ts'

export const onNoticeEvents = builder.batchReaction({
  name: 'notices',
  // As for facts: a batch reads from other services.
  restMs: 200,
  to: [...new Set(notifications.map(({ on }) => on))],
  wanted: noticeInterest,
  ignoresImports: true,
  prepare: (events, { school, runtime }) =>
    readNoticeContext(events as readonly NoticeEvent[], {
      runtime,
      school,
      requestId: randomBytes(16).toString('hex'),
    }),
  run: async ({ events, prepared, now, work, runtime, requestOf }, stores) => {
    const followsFrom = (sourceEvent: NoticeEvent) => {
      const event = sourceEvent as Envelope
      return { requestId: requestOf(event), causeId: event.id }
    }
    await tell(events as readonly NoticeEvent[], prepared, { now, work, runtime, followsFrom }, stores)
    for (const event of events) {
      const opening = flowOpeningOf(event as never)
      if (opening) enqueue(work, tellFlow, opening, { key: event.id })
    }
  },
})

export const tellFlowCall = builder.externalCall(tellFlow, {
  prepare: async ({ payload, state }) => ({ ...payload, after: state?.after ?? null }),

  call: async ({ group_id, course_id, lesson_id, told_at, after }, ctx) => {
    const { user_ids, last } = await ctx.runtime
      .client('learning', { flowPeople }, ctx)
      .flowPeople.opened({ body: { group_id, course_id, lesson_id, after } })
    const events = user_ids.map(
      (user_id): NoticeEvent => ({
        type: lessonOpened.type,
        created_at: formatTime(new Date(told_at)),
        related: { user_id },
        data: { object: { group_id, course_id, lesson_id, user_id } },
      }),
    )
    return { events, last, known: await readNoticeContext(events, ctx) }
  },

  finish: async ({ state, outcome: { events, known: noticeContext, last }, now, work, runtime }, stores) => {
    await tell(events, noticeContext, { now, work, runtime }, stores)
    return last === null ? undefined : { state: { after: last, seen: (state?.seen ?? 0) + events.length } }
  },
})
