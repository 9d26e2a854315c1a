// What awaits a person between two times, from their enrollments and from the webinars service.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { sessionCalendars } from '@lms/webinars/contract'
import type { Stores } from '../../builder.ts'
import type { EnrollmentRow } from '../enrollments/enrollment.store.ts'
import { openingsOf, type ScheduleFacts, scheduleFacts } from '../schedule/enrollment-schedule.ts'
import type { CalendarItem } from './calendar.contract.ts'

/** Maximum courses of a calendar: those that the person began last. */
const maxCourses = 50

export interface Window {
  from: string
  to: string
}
/** An item before its links, which depend on who reads it. */
export type Occasion = Omit<CalendarItem, 'url' | 'feed_url'> & { entry_path: string | null }
type At = Pick<Work, 'now' | 'runtime' | 'work'>

/** The occasions of a person in the window that the caller may see, by time. */
export async function occasionsOf(
  user_id: Id<'usr'>,
  window: Window,
  stores: Stores,
  { webinars, ...ctx }: At & { webinars: boolean },
): Promise<Occasion[]> {
  const states = ['waiting', 'active', 'frozen', 'completed'] as const
  const studied = await stores.enrollments.newestOf(user_id, { states }, maxCourses)
  const facts = await scheduleFacts(studied, stores, ctx.now)
  const dated = [
    ...facts.flatMap(each => lessonDates(each, ctx.now)),
    ...studied.flatMap(courseDeadline),
  ].filter(({ starts_at }) => starts_at >= window.from && starts_at <= window.to)
  const own = await titled(dated, stores)
  const sessionOccasions = webinars ? await sessionsOf(user_id, window, ctx) : []
  return [...own, ...sessionOccasions].sort(byTime)
}

/** The place of an occasion in a calendar: ids with one length of time decide among equal ones. */
export const placeOf = ({ starts_at, id }: Pick<Occasion, 'starts_at' | 'id'>): string => `${starts_at} ${id}`

/** In the order of their places. */
export const byTime = (one: Occasion, other: Occasion): number => (placeOf(one) < placeOf(other) ? -1 : 1)

type Dated = Omit<Occasion, 'title'>

/** Openings and deadlines of the lessons of a study. A lesson that is not published is not announced. */
function lessonDates({ enrollment, ...facts }: ScheduleFacts, now: string): Dated[] {
  if (enrollment.status === 'frozen') return []
  return openingsOf({ enrollment, ...facts }, now).flatMap(
    ({ lesson_id, status, opens_at, due_at, completed_at, reasons }) => {
      if (reasons.some(({ kind }) => kind === 'published')) return []
      // What was open from the beginning is no occasion.
      const later = status === 'closed' || (opens_at !== null && opens_at > (facts.facts.access_from ?? ''))
      const item = (kind: 'opening' | 'deadline', starts_at: string): Dated => ({
        id: `${kind}.${enrollment.id}.${lesson_id}`,
        ...{ kind, starts_at, lesson_id },
        ...ofStudy(enrollment),
      })
      return [
        ...(opens_at && later && !completed_at ? [item('opening', opens_at)] : []),
        ...(due_at && !completed_at ? [item('deadline', due_at)] : []),
      ]
    },
  )
}

/** The deadline of a course; during a leave it stands still, as those of the lessons do. */
const courseDeadline = (enrollment: EnrollmentRow): Dated[] =>
  enrollment.due_at && !enrollment.completed_at && enrollment.status !== 'frozen'
    ? [
        {
          id: `course_deadline.${enrollment.id}`,
          ...{ kind: 'course_deadline', starts_at: enrollment.due_at, lesson_id: null },
          ...ofStudy(enrollment),
        },
      ]
    : []

const ofStudy = ({ user_id, course_id }: EnrollmentRow) => ({
  ...{ user_id, course_id, ends_at: null, session_id: null, entry_path: null },
})

/** With the titles of their lessons and courses; without those that the caller does not see. */
async function titled(dated: readonly Dated[], { courses, lessons }: Stores): Promise<Occasion[]> {
  const ids = (of: 'course_id' | 'lesson_id') => [...new Set(dated.flatMap(each => each[of] ?? []))]
  const titledRows = await Promise.all([courses.many(ids('course_id')), lessons.many(ids('lesson_id'))])
  const titles = new Map<string, string>(titledRows.flat().map(({ id, title }) => [id, title]))
  return dated.flatMap(each => {
    const title = titles.get(each.lesson_id ?? each.course_id!)
    return title === undefined ? [] : [{ ...each, title }]
  })
}

/** The sessions for which the person is registered; none in an installation without webinars. */
async function sessionsOf(
  user_id: Id<'usr'>,
  { from, to }: Window,
  { runtime, work }: At,
): Promise<Occasion[]> {
  if (!runtime.config.serviceAddresses.webinars) return []
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { sessions } = await runtime
    .client('webinars', { sessionCalendars }, scope)
    .sessionCalendars.of({ body: { user_id, from, to } })
  return sessions.map(({ registration_id, ...session }) => ({
    ...{ id: `webinar.${registration_id}`, user_id, kind: 'webinar' as const },
    ...{ course_id: null, lesson_id: null },
    ...session,
  }))
}
