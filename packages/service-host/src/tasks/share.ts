// Which tasks are taken next: round by school, and no school holds more slots than it leaves free. So one school alone
// gets half of them, two a third each, and a fraction stays free for one that comes later (dynamic thresholds, see
// database/turns.ts).

export interface Ready {
  queue: string
  school: string
  /** Runs that could begin: tasks, or batches of them. */
  runs: number
}
/** So many runs of a queue for a school. */
export type Quota = Ready

export interface Slots {
  free: number
  /** Slots that each school holds. */
  held: ReadonlyMap<string, number>
  /** How many more of a queue may run in this process. */
  room: (queue: string) => number
}

/** Gives out the free slots one by one: a round gives each school one, of its queues in turn. */
export function share(ready: readonly Ready[], { free, held, room }: Slots): Quota[] {
  const schools = Map.groupBy(
    ready.map(one => ({ ...one, given: 0 })),
    ({ school }) => school,
  )
  const ofQueue = new Map<string, number>()
  let left = free
  for (let moved = true; moved; ) {
    moved = false
    for (const [school, queues] of schools) {
      const mine = (held.get(school) ?? 0) + queues.reduce((sum, { given }) => sum + given, 0)
      if (mine >= left) continue
      const next = queues.findIndex(
        ({ queue, runs, given }) => given < runs && (ofQueue.get(queue) ?? 0) < room(queue),
      )
      if (next < 0) continue
      const [one] = queues.splice(next, 1)
      one!.given++
      queues.push(one!)
      ofQueue.set(one!.queue, (ofQueue.get(one!.queue) ?? 0) + 1)
      left--
      moved = true
    }
  }
  return [...schools.values()]
    .flat()
    .filter(({ given }) => given > 0)
    .map(({ queue, school, given }) => ({ queue, school, runs: given }))
}
