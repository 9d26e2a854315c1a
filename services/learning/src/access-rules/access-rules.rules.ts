// What opening rules may name: lessons of their course, none of which waits for itself.
import { type Id, type RefusalDetail, Refused } from '@lms/contract'
import { cycleIn } from '../openings/cycle.rules.ts'
import { lessonOf, type OpeningRules } from '../openings/rule.schema.ts'
import { refusals } from './access-rules.contract.ts'

interface Ruled {
  modules: readonly { id: Id<'mod'>; opening_rules: OpeningRules }[]
  lessons: readonly { id: Id<'les'>; module_id: Id<'mod'>; opening_rules: OpeningRules }[]
}

/** Refuses rules that name a lesson besides those of the course. */
export function checkLessons({ conditions }: OpeningRules, lessons: readonly { id: string }[]): void {
  const present = new Set(lessons.map(({ id }) => id))
  const details = conditions.flatMap((condition, index): RefusalDetail[] => {
    const named = lessonOf(condition)
    if (!named || present.has(named)) return []
    return [{ path: `body.conditions.${index}.lesson_id`, message: `this course has no lesson ${named}` }]
  })
  if (details.length) throw new Refused(refusals.rule_lesson_unknown, undefined, { details })
}

/** Refuses a course in which lessons wait for each other; the path names them from the first to itself. */
export function checkCycles({ modules, lessons }: Ruled): void {
  const ofModule = new Map(modules.map(({ id, opening_rules }) => [id, opening_rules.conditions]))
  const path = cycleIn(
    lessons.map(({ id, module_id, opening_rules }) => ({
      id,
      conditions: [...(ofModule.get(module_id) ?? []), ...opening_rules.conditions],
    })),
  )
  if (!path) return
  const message = path.slice(0, 20).join(' waits for ')
  throw new Refused(refusals.lessons_circular, undefined, { details: [{ path: 'body', message }] })
}
