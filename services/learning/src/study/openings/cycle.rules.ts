// Lessons that wait for each other never open: found when rules are set.
import type { Id } from '@lms/contract'

export interface WaitingLesson {
  id: Id<'les'>
  /** The lessons that its rules and those of its module name. */
  waits_for: readonly Id<'les'>[]
}

/** A path of lessons that wait for each other, with its first lesson again at the end; null if there is none. */
export function cycleIn(lessons: readonly WaitingLesson[]): Id<'les'>[] | null {
  const waitsFor = new Map(lessons.map(({ id, waits_for }) => [id, waits_for]))
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
