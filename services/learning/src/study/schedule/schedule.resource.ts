import { builder } from '../../builder.ts'
import { isAnnounced } from '../openings/announcement.rules.ts'
import { announcementKey } from '../openings/opening.store.ts'
import { openingsOf, scheduleFacts } from './enrollment-schedule.ts'
import { flowPeople, flowSlice } from './flow-people.contract.ts'
import { flowSchedule } from './flow-schedule.ts'
import { openFlowTask, openLessonsTask, rearmOpeningsTask } from './open-lessons.run.ts'
import { lessonSchedule } from './schedule.contract.ts'
import { scheduleHandlers } from './schedule.handlers.ts'

const flowPeopleHandlers = builder.implement(flowPeople, {
  opened: async ({ body: { group_id, course_id, lesson_id, after }, now }, stores) => {
    const rows = await stores.enrollments.ofFlow({ group_id, course_id }, after, flowSlice)
    const [allFacts, flow, toldTo] = await Promise.all([
      scheduleFacts(rows, stores, now),
      flowSchedule({ group_id, course_id }, stores, now),
      stores.openings.toldTo([group_id]),
    ])
    const told_at = toldTo.get(announcementKey(group_id, lesson_id))
    const ids = new Set([lesson_id])
    const concerned = allFacts.filter(facts => {
      const { enrollment } = facts
      const [own] = openingsOf(facts, now, ids)
      if (!told_at || own?.status !== 'open' || own.completed_at !== null) return false
      // Who differs from the flow hears of it personally.
      if (own.opens_at !== flow.get(lesson_id)?.opens_at && own.opens_at! > enrollment.created_at)
        return false
      const since = [facts.facts.access_from ?? now, enrollment.created_at].toSorted().at(-1)!
      return isAnnounced(own, told_at, since, enrollment.freezes)
    })
    return {
      user_ids: [...new Set(concerned.map(({ enrollment }) => enrollment.user_id))],
      last: rows.length === flowSlice ? rows.at(-1)!.id : null,
    }
  },
})

export const scheduleResource = builder.resource({
  handlers: [scheduleHandlers, flowPeopleHandlers],
  knowsPresent: [lessonSchedule],
  tasks: [openLessonsTask, openFlowTask, rearmOpeningsTask],
})
