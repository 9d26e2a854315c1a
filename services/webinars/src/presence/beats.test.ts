import fc from 'fast-check'
import { Beats, type Gathered, writeSeconds } from './beats.ts'
import { slotsIn } from './slots.rules.ts'

const where = { kind: 'live', school: 'sch_1', session_id: 'wbs_1' } as const

/** What a database has: it ORs the bits of everybody. */
function database() {
  const slots = new Map<string, Set<number>>()
  const write = async ({ people }: Gathered) => {
    for (const { user_id, rows } of people)
      slots.set(user_id, new Set([...(slots.get(user_id) ?? []), ...slotsIn(rows)]))
  }
  return { write, of: (user: string) => slots.get(user)?.size ?? 0 }
}

test('a process that is killed costs nobody more than one slot, whenever it is killed', async () => {
  const minutes = 3
  const people = fc.array(fc.nat(14), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(
      people,
      fc.integer({ min: 20, max: minutes * 60 }),
      fc.nat(4),
      async (offsets, killedAt, phase) => {
        const stored = database()
        let beats = new Beats(stored.write, () => {})
        for (let second = 0; second < minutes * 60; second++) {
          if (second === killedAt) beats = new Beats(stored.write, () => {})
          for (const [index, offset] of offsets.entries())
            if (second % 15 === offset)
              beats.take({ ...where, user_id: `usr_${index}`, slot: Math.floor(second / 15) })
          if (second % writeSeconds === phase) await beats.write()
        }
        await beats.write()
        for (const index of offsets.keys())
          expect(stored.of(`usr_${index}`)).toBeGreaterThanOrEqual(minutes * 4 - 1)
      },
    ),
  )
})

test('beats that could not be written are written with the next ones, a session at a time', async () => {
  const stored = database()
  const failures: unknown[] = []
  let fails = true
  const written: Gathered[] = []
  const beats = new Beats(
    async gathered => {
      if (fails) throw new Error('away')
      written.push(gathered)
      await stored.write(gathered)
    },
    error => failures.push(error),
  )
  for (const slot of [1, 2, 2]) beats.take({ ...where, user_id: 'usr_1', slot })
  await beats.write()
  fails = false
  beats.take({ ...where, user_id: 'usr_1', slot: 3 })
  beats.take({ ...where, user_id: 'usr_2', slot: 3 })
  await beats.write()
  expect([failures.length, written.length, stored.of('usr_1'), stored.of('usr_2')]).toEqual([1, 1, 3, 1])
})
