import type { Caller, Id } from '@lms/contract'
import type { ListQuery, RowPage } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { hasOpened, openingsOf, type ScheduleFacts, scheduleFacts } from './enrollment-schedule.ts'
import { lessonSchedule, type ScheduleItem } from './schedule.contract.ts'
import { itemOf } from './schedule-items.ts'

/** Enrollments whose facts are read together, and maximum enrollments of one answer. */
const together = 20
const maxEnrollments = 400

export const scheduleHandlers = builder.implement(lessonSchedule, {
  list: ({ query, caller, now }, stores) => pageOfSchedule(query, caller, stores, now),
})

/** A place in the list: that of an enrollment among the enrollments, and the number of its lessons that were shown. */
interface ListPosition {
  after: string[] | null
  shown: number
}

const sealed = (listPosition: ListPosition): string[] => [JSON.stringify(listPosition)]
const opened = (position: string[] | null): ListPosition =>
  position ? JSON.parse(position[0]!) : { after: null, shown: 0 }

/**
 * A page of the lessons of enrollments, the oldest enrollment first. A filter that few lessons pass ends a page early: the
 * cursor goes on behind the last enrollment that was looked at.
 */
async function pageOfSchedule(
  query: ListQuery,
  caller: Caller,
  stores: Stores,
  now: string,
): Promise<RowPage<ScheduleItem>> {
  const isIncluded = wantedBy(query, caller)
  const rows: ScheduleItem[] = []
  const positions: string[][] = []
  const page = (more: boolean) => ({ rows, more, position: (index: number) => positions[index]! })
  let { after, shown: shownCount } = opened(query.after)
  for (let looked = 0; looked < maxEnrollments; looked += together) {
    const enrollmentPage = await stores.enrollments.page({ ...ofEnrollments(query), after, limit: together })
    const byId = new Map(
      (await scheduleFacts(enrollmentPage.rows, stores, now)).map(facts => [facts.enrollment.id, facts]),
    )
    const noted = asksForOpened(query)
      ? await stores.schedules.noted([...byId.keys()] as Id<'enr'>[], now)
      : null
    for (const [index, { id }] of enrollmentPage.rows.entries()) {
      const facts = byId.get(id)
      const lessons = facts ? itemsOf(facts, now) : []
      const everOpened = facts && noted ? hasOpened(facts, noted, now) : null
      for (const [lessonIndex, item] of lessons.entries()) {
        if (lessonIndex < shownCount || !isIncluded(item, everOpened)) continue
        if (rows.length === query.limit) return page(true)
        rows.push(item)
        positions.push(sealed({ after, shown: lessonIndex + 1 }))
      }
      shownCount = 0
      after = enrollmentPage.position(index)
    }
    if (!enrollmentPage.more) return page(false)
  }
  query.goesOn = sealed({ after, shown: 0 })
  return page(true)
}

/** The filters that are those of enrollments. */
function ofEnrollments({ filters, ...query }: ListQuery): ListQuery {
  const own = ['user_id', 'group_id', 'course_id']
  return {
    ...query,
    filters: filters.filter(({ name }) => own.includes(name)),
    sort: [{ name: 'created_at', descending: false }],
    search: null,
  }
}

/** Whether an item passes the filters; students do not see unpublished lessons. */
function wantedBy({ filters }: ListQuery, { role }: Caller) {
  const of = (name: string) =>
    filters.filter(each => each.name === name).map(({ values }) => new Set<string>(values))
  const [lessons, statuses, openings] = [of('lesson_id'), of('status'), of('has_opened')]
  return (item: ScheduleItem, everOpened: ReturnType<typeof hasOpened> | null): boolean =>
    lessons.every(ids => ids.has(item.lesson_id)) &&
    statuses.every(states => states.has(item.status)) &&
    openings.every(answers => answers.has(`${everOpened!(item.lesson_id)}`)) &&
    (role !== 'student' || item.reasons.every(({ kind }) => kind !== 'published'))
}

const asksForOpened = ({ filters }: ListQuery) => filters.some(({ name }) => name === 'has_opened')

const itemsOf = (facts: ScheduleFacts, now: string): ScheduleItem[] =>
  openingsOf(facts, now).map(opening => itemOf(facts, opening))
