import { newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { step, textArray } from '../database/statements.ts'
import { notesService } from '../spec/notes.ts'
import { inTurns, type Queue } from './turns.ts'

describe('turns', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [notesService] })
  }, 60_000)
  afterAll(() => system.stop())
  const runtime = () => system.services.notes!.runtime

  /** A queue of its own in a table that every service has; `count` rows of each school, due since or in `minutes`. */
  function queueOf(due: Queue['due'] = 'handled_at') {
    const consumer = newId('evt')
    const queue: Queue = { table: '"notes"."inbox"', due, where: `q.consumer = '${consumer}'` }
    const put = (school: string, count: number, minutes = -1) =>
      runtime().system.run([
        step(
          `insert into notes.inbox select $1, $2, $3 || n, now() + make_interval(mins => $4::int)
           from generate_series(1, $5::int) n`,
          [school, consumer, newId('evt'), String(minutes), String(count)],
        ),
      ])
    /** Takes one row of the school that is due, as a batch would. */
    const takeOne = (school: string, now: string) =>
      runtime().system.run([
        step(
          `delete from notes.inbox where ctid = any(array(select ctid from notes.inbox
             where school_id = $1 and consumer = $2 and ($3::timestamptz is null or handled_at <= $3) limit 1))`,
          [school, consumer, due ? now : null],
        ),
      ])
    const left = async (schools: readonly string[]) =>
      Number(
        (
          await runtime().system.rows(
            step(`select count(*) from notes.inbox where consumer = $1 and school_id = any($2::text[])`, [
              consumer,
              textArray(schools),
            ]),
          )
        )[0]![0],
      )
    return { queue, put, takeOne, left }
  }
  const [a, b, c] = [newId('sch'), newId('sch'), newId('sch')].sort() as [string, string, string]

  test.each(['handled_at', null])('go round by school until nothing waits (due: %s)', async due => {
    const { queue, put, takeOne, left } = queueOf(due)
    await put(a, 4)
    await put(b, 1)
    await put(c, 2)
    const served: string[] = []
    const work = inTurns(queue)
    await work(runtime(), async (school, now) => {
      served.push(school)
      await takeOne(school, now)
    })
    expect(served).toEqual([a, b, c, a, c, a, a])
    expect(await left([a, b, c])).toBe(0)
    // The next run goes on behind the last one.
    await put(a, 1)
    await put(b, 1)
    await work(runtime(), async (school, now) => {
      served.push(school)
      await takeOne(school, now)
    })
    expect(served.slice(7)).toEqual([b, a])
  })

  test('what comes while a school is served is next', async () => {
    const { queue, put, takeOne } = queueOf()
    await put(a, 3)
    const served: string[] = []
    await inTurns(queue)(runtime(), async (school, now) => {
      if (served.length === 0) await put(b, 1)
      served.push(school)
      await takeOne(school, now)
    })
    expect(served).toEqual([a, b, a, a])
  })

  test('what is not due yet is passed by, also where much of it stands before', async () => {
    const { queue, put, takeOne, left } = queueOf()
    await put(a, 50, 10)
    await put(b, 20, 10)
    await put(c, 1)
    const served: string[] = []
    await inTurns(queue)(runtime(), async (school, now) => {
      served.push(school)
      await takeOne(school, now)
    })
    expect(served).toEqual([c])
    expect(await left([a, b, c])).toBe(70)
  })

  test('a school has a turn where any of its rows is due, however many others are not', async () => {
    const { queue, put, takeOne, left } = queueOf()
    await put(a, 3, 10)
    await put(a, 1)
    const served: string[] = []
    await inTurns(queue)(runtime(), async (school, now) => {
      served.push(school)
      await takeOne(school, now)
    })
    expect(served).toEqual([a])
    expect(await left([a])).toBe(3)
  })

  test('a school whose turn fails has no other in this run, and keeps nobody waiting', async () => {
    const { queue, put, takeOne, left } = queueOf()
    for (const school of [a, b, c]) await put(school, 3)
    const served: string[] = []
    const work = inTurns(queue)
    await work(runtime(), async (school, now) => {
      served.push(school)
      if (school !== b) throw new Error('away')
      await takeOne(school, now)
    })
    expect(served).toEqual([a, b, c, b, b])
    expect(await left([a, b, c])).toBe(6)
    await work(runtime(), takeOne as never)
    expect(await left([a, b, c])).toBe(0)
  })

  test('a run ends after so many turns, and the next one goes on', async () => {
    const { queue, put, takeOne, left } = queueOf()
    await put(a, 250)
    const work = inTurns(queue)
    await work(runtime(), takeOne as never)
    expect(await left([a])).toBe(50)
    await eventually('the rest', async () => {
      await work(runtime(), takeOne as never)
      return (await left([a])) === 0
    })
  })
})
