// Tells openings at their instants. Each task looks at everything that is open by now, tells what has opened since the last
// look, and wakes again for the next instant: after a crash it finds the same.
import type { Id } from '@lms/contract'
import { enqueue, enqueueMany } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { isAnnounced, nextOpening, personalOf, tellingOf } from '../openings/announcement.rules.ts'
import { announcementKey } from '../openings/opening.store.ts'
import {
  extendAttempts,
  flowKey,
  openFlow,
  openLessons,
  rearmOpenings,
  watchHomework,
} from '../openings/opening.task.ts'
import { type LessonOpening, openingsOf, type ScheduleFacts, scheduleFacts } from './enrollment-schedule.ts'
import { type FlowOpening, flowSchedule } from './flow-schedule.ts'
import { lessonOpened, type OpenedLesson, type ScheduleItem } from './schedule.contract.ts'
import { flowItemOf, itemOf } from './schedule-items.ts'

export const openLessonsTask = builder.batch(openLessons, async ({ payloads, work, now, emit }, stores) => {
  const ids = new Set(payloads.map(({ enrollment_id }) => enrollment_id))
  const rows = (await stores.enrollments.many([...ids])).filter(({ status }) => status !== 'ended')
  const allFacts = await scheduleFacts(rows, stores, now)
  const [flows, toldTo, withHomework, inAttempts, withUndecided] = await Promise.all([
    flowsOf(allFacts, stores, now),
    stores.openings.toldTo([...new Set(allFacts.flatMap(({ enrollment }) => enrollment.group_id ?? []))]),
    stores.assignments.lessonsIn(allFacts.map(({ enrollment }) => enrollment.course_id)),
    stores.schedules.inAttempts(rows.map(({ id }) => id)),
    stores.schedules.withUndecided(rows.map(({ id }) => id)),
  ])
  const running = inAttempts.map(id => ({ key: id, payload: { enrollment_id: id } }))
  enqueueMany(work, extendAttempts, running)
  const last = await stores.openings.lookAt(
    allFacts.flatMap(
      ({ enrollment: { id: enrollment_id, course_id, created_at }, facts: { access_from } }) =>
        access_from !== null && access_from <= now
          ? { enrollment_id, course_id, since: [access_from, created_at].toSorted()[1]! }
          : [],
    ),
  )
  const looks = allFacts.flatMap(facts => {
    const { id, group_id, course_id, freezes } = facts.enrollment
    const openings = new Map(openingsOf(facts, now).map(each => [each.lesson_id, each]))
    const flow = flows.get(flowKey(group_id ?? '', course_id)) ?? noFlow
    const personal = personalOf(openings, flow, freezes)
    const next = nextOpening(personal, now)
    if (next)
      enqueue(work, openLessons, { enrollment_id: id }, { key: id, at: new Date(next), unlessSooner: true })
    // What was late or missed may be in time by now.
    const due = withUndecided.has(id) ? now : firstDeadline(openings.values(), withHomework)
    if (due) enqueue(work, watchHomework, { enrollment_id: id }, { key: id, at: new Date(due) })
    const look = last.get(id)
    // Without a running right nothing opens, and nothing is told again when the right runs on.
    if (!look) return []
    const { open, news } = tellingOf(openings, look)
    const tellsFlow = (lesson: Id<'les'>) =>
      flow.get(lesson)?.status === 'open' &&
      isAnnounced(
        openings.get(lesson)!,
        toldTo.get(announcementKey(group_id!, lesson)) ?? now,
        look.looked_at,
        freezes,
      )
    // What a student has completed needs no news of its opening.
    for (const lesson of news)
      if (openings.get(lesson)!.completed_at === null && !tellsFlow(lesson))
        emit(lessonOpened, opened(itemOf(facts, openings.get(lesson)!)))
    const own = [...personal].flatMap(([lesson, { status }]) => (status === 'closed' ? lesson : []))
    return { enrollment_id: id, open, own }
  })
  stores.openings.keep(looks)
})

/** The first deadline of a homework; one that has passed is looked at once more, because it may have been moved. */
function firstDeadline(
  lessons: Iterable<Pick<LessonOpening, 'lesson_id' | 'due_at' | 'completed_at'>>,
  withHomework: ReadonlySet<string>,
): string | null {
  let first: string | null = null
  for (const { lesson_id, due_at, completed_at } of lessons)
    if (due_at !== null && completed_at === null && withHomework.has(lesson_id))
      if (first === null || due_at < first) first = due_at
  return first
}

const noFlow: ReadonlyMap<Id<'les'>, FlowOpening> = new Map()

/** The openings of the flows and courses of these enrollments, by `flowKey`. */
async function flowsOf(
  allFacts: readonly ScheduleFacts[],
  stores: Stores,
  now: string,
): Promise<ReadonlyMap<string, ReadonlyMap<Id<'les'>, FlowOpening>>> {
  const flows = new Map(
    allFacts.flatMap(({ enrollment: { group_id, course_id } }) =>
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
  const [last, openings] = await Promise.all([
    stores.openings.lookAtFlow(payload),
    flowSchedule(payload, stores, now),
  ])
  if (last === null) return
  const { open, news } = tellingOf(openings, last)
  for (const lesson of news) emit(lessonOpened, opened(flowItemOf(payload, openings.get(lesson)!)))
  stores.openings.keepOfFlow(payload, open)
  const next = nextOpening(openings, now)
  if (next)
    enqueue(work, openFlow, payload, {
      key: flowKey(payload.group_id, payload.course_id),
      at: new Date(next),
      unlessSooner: true,
    })
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

/** What the event tells of a lesson that has opened. */
const opened = ({ reasons, ...item }: ScheduleItem): OpenedLesson => ({
  ...item,
  reasons: reasons.map(({ any_of: _, ...reason }) => reason),
})
