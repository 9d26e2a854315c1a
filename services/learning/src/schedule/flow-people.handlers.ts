import { builder } from '../builder.ts'
import { personalOf, tellingOf } from '../openings/telling.rules.ts'
import { openingsOf, scheduleFacts } from './enrollment-schedule.ts'
import { flowPeople, flowSlice } from './flow-people.contract.ts'
import { flowSchedule } from './flow-schedule.ts'

export const flowPeopleHandlers = builder.implement(flowPeople, {
  opened: async ({ body: { group_id, course_id, lesson_id, after }, now }, stores) => {
    const rows = await stores.enrollments.ofFlow({ group_id, course_id }, after, flowSlice)
    const [known, flow] = await Promise.all([
      scheduleFacts(rows, stores, now),
      flowSchedule({ group_id, course_id }, stores, now),
    ])
    const concerned = known.filter(facts => {
      const { enrollment } = facts
      const lessons = new Map(openingsOf(facts, now).map(each => [each.lesson_id, each]))
      const own = lessons.get(lesson_id)
      if (!own || own.completed_at !== null) return false
      if (personalOf(lessons, flow, enrollment.freezes).has(lesson_id)) return false
      const since = [facts.facts.access_from ?? now, enrollment.created_at].toSorted().at(-1)!
      return tellingOf(lessons, since, now).open.some(each => each.told && each.lesson_id === lesson_id)
    })
    return {
      user_ids: [...new Set(concerned.map(({ enrollment }) => enrollment.user_id))],
      last: rows.length === flowSlice ? rows.at(-1)!.id : null,
    }
  },
})
