// The openings of all lessons of a course for one person, or for a flow.
import type { Id } from '@lms/contract'
import type { Facts } from './facts.ts'
import { type Opening, type OpeningFacts, type Override, openingOf } from './opening.rules.ts'
import { lessonOf, lessonsOf, type OpeningRules, partsOf, type SingleCondition } from './rule-schema.ts'

/** A lesson with its rules, those of its module included, and what is known of it. */
export interface ScheduledLesson {
  id: Id<'les'>
  rules: OpeningRules
  published: boolean
  completed_at: string | null
  accepted_at: string | null
  overrides: readonly Override[]
}

/** The facts that all lessons of a course share. */
export type CourseFacts = Omit<Facts, 'lesson'> & Pick<OpeningFacts, 'access_from' | 'opened_until'>

/**
 * The opening of every lesson, or of the `wanted` ones, in their order. A lesson whose days are counted from another one's
 * opening is computed after it; of lessons that wait for each other none opens.
 */
export function scheduleOf(
  lessons: readonly ScheduledLesson[],
  facts: CourseFacts,
  now: string,
  requested: readonly ScheduledLesson[] = lessons,
): Map<Id<'les'>, Opening> {
  const byId = new Map(lessons.map(lesson => [lesson.id, lesson]))
  const openings = new Map<Id<'les'>, Opening>()
  for (const { id } of waitOrder(requested, byId)) {
    const lesson = byId.get(id)!
    const lessonFacts: OpeningFacts = {
      ...facts,
      ...lesson,
      lesson: lessonId => {
        const other = byId.get(lessonId)
        return other ? { ...other, opens_at: openings.get(lessonId)?.opens_at ?? null } : null
      },
    }
    openings.set(id, openingOf(lesson.rules, lessonFacts, now))
  }
  return new Map(requested.map(({ id }) => [id, openings.get(id)!]))
}

/** The lessons and those that they wait for, each after those that it waits for itself. */
function waitOrder(
  lessons: readonly ScheduledLesson[],
  byId: ReadonlyMap<Id<'les'>, ScheduledLesson>,
): ScheduledLesson[] {
  const ordered: ScheduledLesson[] = []
  const seen = new Set<Id<'les'>>()
  const stack: { lesson: ScheduledLesson; ready: boolean }[] = lessons
    .toReversed()
    .map(lesson => ({ lesson, ready: false }))
  while (stack.length) {
    const { lesson, ready } = stack.pop()!
    if (ready) ordered.push(lesson)
    if (ready || seen.has(lesson.id)) continue
    seen.add(lesson.id)
    stack.push({ lesson, ready: true })
    for (const id of lesson.rules.conditions.flatMap(lessonsOf)) {
      const awaited = byId.get(id)
      if (awaited && !seen.has(awaited.id)) stack.push({ lesson: awaited, ready: false })
    }
  }
  return ordered
}

/** The lessons whose opening follows from dates and the start of the flow alone, so that it is one for the whole flow. */
export function flowWide(lessons: readonly ScheduledLesson[]): Set<Id<'les'>> {
  const byId = new Map(lessons.map(lesson => [lesson.id, lesson]))
  const wide = new Set<Id<'les'>>()
  for (const { id, rules } of waitOrder(lessons, byId)) {
    const isWide = (condition: SingleCondition) => {
      if (condition.kind === 'date') return true
      if (!('from' in condition)) return false
      if (condition.from === 'flow_start') return true
      return condition.from === 'lesson_opened' && wide.has(lessonOf(condition)!)
    }
    const all = rules.conditions.flatMap(partsOf).every(isWide)
    // Without a condition the lesson opens when each person starts.
    if (all && rules.conditions.length) wide.add(id)
  }
  return wide
}

/** The next instant after `now` at which a lesson opens or a deadline comes; null without one. */
export function nextInstant(openings: Iterable<Opening>, now: string): string | null {
  let next: string | null = null
  for (const { opens_at, due_at } of openings)
    for (const at of [opens_at, due_at])
      if (at !== null && at > now && (next === null || at < next)) next = at
  return next
}
