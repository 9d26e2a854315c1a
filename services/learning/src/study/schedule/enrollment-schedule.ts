// When each lesson of a course is open to those who study it: the one place where the facts of openings come together.
import type { Id } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import { accessFrom, rightsEndedAt } from '../enrollments/enrollment.rules.ts'
import type { EnrollmentRow } from '../enrollments/enrollment.store.ts'
import { byRank, type Opening, type Override } from '../openings/opening.rules.ts'
import { type CourseFacts, type ScheduledLesson, scheduleOf } from '../openings/schedule.rules.ts'
import type { OverrideRow } from '../overrides/override.store.ts'
import { keyOf, type RightStore, type StoredRight } from '../rights/right.store.ts'
import { achievementKey } from './lesson-facts.ts'
import { type CourseLesson, noFlowTimes, type ScheduleStore } from './schedule.store.ts'

/** A lesson of a person’s schedule. */
export interface LessonOpening extends Opening {
  lesson_id: Id<'les'>
  module_id: Id<'mod'>
  completed_at: string | null
  /** Minutes by which an attempt at a quiz may take longer, and how many more may be begun. */
  extra_quiz_minutes: number
  extra_quiz_attempts: number
  /** Attempts that began before use nothing up; null for none. */
  quizzes_restarted_at: string | null
}
type QuizExtras = Pick<LessonOpening, 'extra_quiz_minutes' | 'extra_quiz_attempts' | 'quizzes_restarted_at'>

/** The lessons with their facts, before any instant is computed. */
export interface ScheduleFacts {
  enrollment: EnrollmentRow
  lessons: (ScheduledLesson & Pick<CourseLesson, 'module_id'> & QuizExtras)[]
  facts: CourseFacts
}

type Needed = Pick<Stores, 'overrides' | 'attendances' | 'school'> & {
  schedules: Pick<
    ScheduleStore,
    'courses' | 'flowTimes' | 'achievements' | 'holdings' | 'completedCourses' | 'scores'
  >
  rights: Pick<RightStore, 'ofPairs'>
}

/** The facts of these enrollments, in their order; those whose course is gone are left out. */
export async function scheduleFacts(
  enrollments: readonly EnrollmentRow[],
  { rights, overrides, schedules, attendances, school }: Needed,
  now: string,
): Promise<ScheduleFacts[]> {
  if (enrollments.length === 0) return []
  const users = [...new Set(enrollments.map(({ user_id }) => user_id))]
  const groups = [...new Set(enrollments.flatMap(({ group_id }) => group_id ?? []))]
  const ids = [...new Set(enrollments.map(({ course_id }) => course_id))]
  const enrollmentIds = enrollments.map(({ id }) => id)
  const [
    courses,
    currentRights,
    overrideRows,
    flowTimes,
    achieved,
    holdings,
    completedCourses,
    scores,
    attended,
    { time_zone },
  ] = await Promise.all([
    schedules.courses(ids),
    rights.ofPairs(enrollments),
    overrides.concerning({ users, groups, courses: ids }),
    schedules.flowTimes(groups),
    schedules.achievements(enrollmentIds),
    schedules.holdings(users),
    schedules.completedCourses(users),
    schedules.scores(enrollmentIds),
    attendances.ofPeople(users),
    school.get(),
  ])
  const heldBy = Map.groupBy(currentRights, keyOf)
  const givenIn = Map.groupBy(overrideRows, ({ course_id }) => course_id)
  return enrollments.flatMap(enrollment => {
    const course = courses.get(enrollment.course_id)
    if (!course) return []
    const own = (givenIn.get(course.id) ?? []).filter(
      ({ user_id, group_id }) =>
        user_id === enrollment.user_id || (group_id !== null && group_id === enrollment.group_id),
    )
    return {
      enrollment,
      facts: {
        zone: course.time_zone ?? time_zone,
        ...((enrollment.group_id && flowTimes.get(enrollment.group_id)) || noFlowTimes),
        own_starts_at: enrollment.starts_at,
        freezes: enrollment.freezes,
        ...(holdings.get(enrollment.user_id) ?? noHoldings),
        webinars: attended.get(enrollment.user_id) ?? new Map(),
        courses: completedCourses.get(enrollment.user_id) ?? new Map(),
        scores: scores.get(enrollment.id) ?? new Map(),
        ...accessOf(enrollment, heldBy.get(keyOf(enrollment)) ?? [], course.after_access, now),
      },
      lessons: course.lessons.map(lesson => {
        const of = own.filter(({ lesson_ids }) => lesson_ids.length === 0 || lesson_ids.includes(lesson.id))
        const achievement = achieved.get(achievementKey(enrollment.id, lesson.id))
        return {
          ...lesson,
          completed_at: achievement?.completed_at ?? null,
          accepted_at: achievement?.accepted_at ?? null,
          overrides: of.map(asOverride),
          ...quizExtras(of),
        }
      }),
    }
  })
}

const noHoldings = { tags: new Map(), offers: new Map() }

/** The schedules of these enrollments: the openings of all lessons, or of those of these ids, in the order of the course. */
export async function schedulesOf(
  enrollments: readonly EnrollmentRow[],
  stores: Needed,
  now: string,
  ids: ReadonlySet<string> | null = null,
): Promise<{ enrollment: EnrollmentRow; lessons: LessonOpening[] }[]> {
  const allFacts = await scheduleFacts(enrollments, stores, now)
  return allFacts.map(each => ({ enrollment: each.enrollment, lessons: openingsOf(each, now, ids) }))
}

/** The openings of all lessons of one enrollment, or of those of these ids: each costs some microseconds. */
export function openingsOf(
  { lessons, facts }: ScheduleFacts,
  now: string,
  ids: ReadonlySet<string> | null = null,
): LessonOpening[] {
  const selectedLessons = ids ? lessons.filter(({ id }) => ids.has(id)) : lessons
  const openings = scheduleOf(lessons, facts, now, selectedLessons)
  return selectedLessons.map(lesson => ({
    lesson_id: lesson.id,
    module_id: lesson.module_id,
    completed_at: lesson.completed_at,
    extra_quiz_minutes: lesson.extra_quiz_minutes,
    extra_quiz_attempts: lesson.extra_quiz_attempts,
    quizzes_restarted_at: lesson.quizzes_restarted_at,
    ...openings.get(lesson.id)!,
  }))
}

/**
 * Whether a lesson has ever opened to who studies: it has no conditions and the study and its flow have begun, or its opening has been
 * noted, or it has been begun. The figures of a course count by the same rule (`lessonsSql`).
 */
export function hasOpened(
  { enrollment, lessons, facts }: ScheduleFacts,
  noted: ReadonlySet<string>,
  now: string,
) {
  const isBeforeFlow = facts.flow_starts_at !== null && facts.flow_starts_at > now
  const free = new Set(
    lessons.flatMap(({ id, published, rules }) =>
      published && !isBeforeFlow && rules.conditions.length === 0 ? id : [],
    ),
  )
  const { id, status } = enrollment
  return (lesson: Id<'les'>): boolean =>
    status !== 'ended' &&
    (noted.has(achievementKey(id, lesson)) || (status !== 'waiting' && free.has(lesson)))
}

/** A study begins with its first right, and not before its own start; an ended one has no access. */
function accessOf(
  { status, starts_at }: EnrollmentRow,
  rights: readonly StoredRight[],
  afterAccess: 'nothing' | 'opened_lessons',
  now: string,
): Pick<CourseFacts, 'access_from' | 'opened_until'> {
  if (status === 'ended') return { access_from: null, opened_until: null }
  const from = accessFrom(rights, now)
  return {
    access_from: from && (from > starts_at ? from : starts_at),
    opened_until: afterAccess === 'opened_lessons' ? rightsEndedAt(rights, now) : null,
  }
}

export const asOverride = ({ id, user_id, created_at, opening, at, due_at }: OverrideRow): Override => ({
  ...{ id, created_at, opening, at, due_at },
  of: user_id ? 'person' : 'flow',
})

/** Of the minutes the nearest override counts; granted attempts add up. */
function quizExtras(overrides: readonly OverrideRow[]): QuizExtras {
  const restarts = overrides.flatMap(each => (each.restarts_quizzes ? each.created_at : []))
  return {
    extra_quiz_minutes: extraMinutes(overrides),
    extra_quiz_attempts: overrides.reduce((sum, each) => sum + (each.extra_quiz_attempts ?? 0), 0),
    quizzes_restarted_at: restarts.toSorted().at(-1) ?? null,
  }
}

function extraMinutes(overrides: readonly OverrideRow[]): number {
  const minuteOverrides = overrides.filter(({ extra_quiz_minutes }) => extra_quiz_minutes !== null)
  const ranked = minuteOverrides.map(each => ({ ...asOverride(each), minutes: each.extra_quiz_minutes! }))
  return ranked.toSorted(byRank)[0]?.minutes ?? 0
}
