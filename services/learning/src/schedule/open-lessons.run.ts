// Tells openings at their instants. Each task looks at everything that is open by now, tells what had not been told, and
// wakes again for the next instant: after a crash it finds the same.
import type { Id } from '@lms/contract'
import { enqueue, enqueueMany } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { flowKey, openFlow, openLessons, rearmOpenings, watchHomework } from '../openings/opening.tasks.ts'
import { personalOf, tellingOf } from '../openings/telling.rules.ts'
import { type LessonOpening, openingsOf, type ScheduleFacts, scheduleFacts } from './enrollment-schedule.ts'
import { type FlowOpening, flowSchedule } from './flow-schedule.ts'
import { lessonOpened } from './schedule.contract.ts'
import { flowItemOf, itemOf } from './schedule.items.ts'

export const openLessonsTask = builder.batch(openLessons, async ({ payloads, work, now, emit }, stores) => {
  const ids = new Set(payloads.map(({ enrollment_id }) => enrollment_id))
  const rows = (await stores.enrollments.many([...ids])).filter(({ status }) => status !== 'ended')
  const known = await scheduleFacts(rows, stores, now)
  const flows = await flowsOf(known, stores, now)
  const tellings = known.map(facts => {
    const { enrollment } = facts
    const lessons = new Map(openingsOf(facts, now).map(each => [each.lesson_id, each]))
    const flow = flows.get(flowKey(enrollment.group_id ?? '', enrollment.course_id)) ?? noFlow
    const own = personalOf(lessons, flow, enrollment.freezes)
    const begun = facts.facts.access_from ?? now
    const since = [begun, enrollment.created_at].toSorted().at(-1)!
    const telling = tellingOf(own, since, now)
    // What a student has completed needs no news of its opening.
    const opened = telling.open.filter(
      ({ lesson_id, told }) => told && lessons.get(lesson_id)!.completed_at === null,
    )
    const closed = telling.closed
    return {
      facts,
      lessons,
      next: telling.next,
      owner_id: enrollment.id,
      course_id: enrollment.course_id,
      opened,
      closed,
    }
  })
  const withHomework = await stores.assignments.lessonsIn(known.map(({ enrollment }) => enrollment.course_id))
  const fresh = await stores.openings.note(tellings)
  for (const { facts, lessons, owner_id, opened, next } of tellings) {
    for (const { lesson_id } of opened)
      if (fresh.has(`${owner_id} ${lesson_id}`)) emit(lessonOpened, itemOf(facts, lessons.get(lesson_id)!))
    if (next) enqueue(work, openLessons, { enrollment_id: owner_id }, { key: owner_id, at: new Date(next) })
    const due = firstDeadline(lessons.values(), withHomework)
    if (due) enqueue(work, watchHomework, { enrollment_id: owner_id }, { key: owner_id, at: new Date(due) })
  }
})

/** The first deadline of a homework; one that has passed is looked at once more, because it may have been moved. */
function firstDeadline(
  lessons: Iterable<Pick<LessonOpening, 'lesson_id' | 'deadline_at' | 'completed_at'>>,
  withHomework: ReadonlySet<string>,
): string | null {
  let first: string | null = null
  for (const { lesson_id, deadline_at, completed_at } of lessons)
    if (deadline_at !== null && completed_at === null && withHomework.has(lesson_id))
      if (first === null || deadline_at < first) first = deadline_at
  return first
}

const noFlow: ReadonlyMap<Id<'les'>, FlowOpening> = new Map()

/** The openings of the flows and courses of these enrollments, by `flowKey`. */
async function flowsOf(
  known: readonly ScheduleFacts[],
  stores: Stores,
  now: string,
): Promise<ReadonlyMap<string, ReadonlyMap<Id<'les'>, FlowOpening>>> {
  const flows = new Map(
    known.flatMap(({ enrollment: { group_id, course_id } }) =>
      group_id ? [[flowKey(group_id, course_id), { group_id, course_id }] as const] : [],
    ),
  )
  return new Map(
    await Promise.all(
      [...flows].map(async ([key, flow]) => [key, await flowSchedule(flow, stores, now)] as const),
    ),
  )
}

export const openFlowTask = builder.task(openFlow, async ({ payload, work, now, emit }, stores) => {
  const { group_id, course_id } = payload
  const [since, openings] = await Promise.all([
    stores.openings.taughtSince(group_id, course_id),
    flowSchedule(payload, stores, now),
  ])
  if (since === null) return
  const { open, closed, next } = tellingOf(openings, since, now)
  const fresh = await stores.openings.note([{ owner_id: group_id, course_id, opened: open, closed }])
  for (const { lesson_id, told } of open)
    if (told && fresh.has(`${group_id} ${lesson_id}`))
      emit(lessonOpened, flowItemOf(payload, openings.get(lesson_id)!))
  if (next) enqueue(work, openFlow, payload, { key: flowKey(group_id, course_id), at: new Date(next) })
})

/** Enrollments of one step. */
const portion = 500

export const rearmOpeningsTask = builder.task(rearmOpenings, async ({ payload, state, work }, stores) => {
  if (state === null) stores.openings.armFlows(payload)
  const ofCourse = 'course_id' in payload
  const rows = await stores.enrollments.walk(
    {
      sql: `t."${ofCourse ? 'course_id' : 'group_id'}" = $ and t.status <> 'ended'`,
      values: [ofCourse ? payload.course_id : payload.group_id],
    },
    state?.after ?? null,
    portion,
  )
  enqueueMany(
    work,
    openLessons,
    rows.map(({ id }) => ({ payload: { enrollment_id: id }, key: id })),
  )
  return rows.length === portion ? { state: { after: rows.at(-1)!.id } } : undefined
})
