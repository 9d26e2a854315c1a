// Lessons that wait for each other never open: found when rules are set.
import type { Id } from '@lms/contract'
import { lessonOf, type OpeningRules } from './rule-schema.ts'

export interface RuledLesson {
  id: Id<'les'>
  /** Of the module and of the lesson. */
  conditions: OpeningRules['conditions']
}

/** A path of lessons that wait for each other, with its first lesson again at the end; null if there is none. */
export function cycleIn(lessons: readonly RuledLesson[]): Id<'les'>[] | null {
  const waitsFor = new Map(
    lessons.map(({ id, conditions }) => [id, conditions.flatMap(condition => lessonOf(condition) ?? [])]),
  )
  const done = new Set<Id<'les'>>()
  for (const start of waitsFor.keys()) {
    // Depth first without recursion: each entry is a lesson and the number of its edges that have been followed.
    const path: { id: Id<'les'>; followed: number }[] = done.has(start) ? [] : [{ id: start, followed: 0 }]
    const onPath = new Set(path.map(({ id }) => id))
    while (path.length) {
      const last = path.at(-1)!
      const next = waitsFor.get(last.id)?.[last.followed++]
      if (next === undefined) {
        done.add(last.id)
        onPath.delete(last.id)
        path.pop()
      } else if (onPath.has(next)) {
        const ids = path.map(({ id }) => id)
        return [...ids.slice(ids.indexOf(next)), next]
      } else if (!done.has(next)) {
        onPath.add(next)
        path.push({ id: next, followed: 0 })
      }
    }
  }
  return null
}
