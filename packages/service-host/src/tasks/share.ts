// Chooses the next tasks: round by school, and no school occupies more slots than it leaves free. So one school alone
// gets half of them, two a third each, and a fraction stays free for a later one (dynamic thresholds, see
// database/turns.ts). The same holds within a queue with a maximum of runs: one school cannot occupy all of its two.

export interface Ready {
  queue: string
  school: string
  /** Possible runs: tasks, or batches of them. */
  runs: number
}
/** The number of possible runs of a queue for a school. */
export type Quota = Ready

export interface Slots {
  free: number
  /** Occupied slots of a school, in all queues and in one. */
  countRunning: (school: string, queue?: string) => number
  /** How many more runs of a queue this process allows. */
  room: (queue: string) => number
}

/** Assigns the free slots one by one: a round gives each school one, by turns of its queues. */
export function share(ready: readonly Ready[], { free, countRunning, room }: Slots): Quota[] {
  const schools = Map.groupBy(
    ready.map(one => ({ ...one, given: 0 })),
    ({ school }) => school,
  )
  const ofQueue = new Map<string, number>()
  let remaining = free
  for (let moved = true; moved; ) {
    moved = false
    for (const [school, queues] of schools) {
      const mine = countRunning(school) + queues.reduce((sum, { given: granted }) => sum + granted, 0)
      if (mine >= remaining) continue
      const next = queues.findIndex(
        ({ queue, runs, given: granted }) =>
          granted < runs && countRunning(school, queue) + granted < room(queue) - (ofQueue.get(queue) ?? 0),
      )
      if (next < 0) continue
      const [one] = queues.splice(next, 1)
      one!.given++
      queues.push(one!)
      ofQueue.set(one!.queue, (ofQueue.get(one!.queue) ?? 0) + 1)
      remaining--
      moved = true
    }
  }
  return [...schools.values()]
    .flat()
    .filter(({ given: granted }) => granted > 0)
    .map(({ queue, school, given: granted }) => ({ queue, school, runs: granted }))
}
