// The outbox in SQL on a real Postgres, with a running relay: the stream gets all committed rows, in order.
import { type Caller, newId } from '@lms/contract'
import { eventually, randomBytes, startSystem, type TestSystem } from '@lms/testing'
import { asSchool, step } from '../database/statements.ts'
import { hostOperations } from '../kernel/host.contract.ts'
import { notesService } from '../spec/notes.ts'
import type { Runtime } from '../work/runtime.ts'
import { sqlOutbox } from './outbox.ts'

describe('the outbox', () => {
  let system: TestSystem
  let runtime: Runtime
  let caller: Caller
  beforeAll(async () => {
    system = await startSystem({ services: [notesService] })
    runtime = system.services.notes!.runtime
  })
  afterAll(() => system.stop())
  beforeEach(() => {
    caller = system.caller()
  })

  const insert = (id: string, kind: 'events' | 'internal', requestId = 'r', payload = '{}') =>
    step(
      `insert into notes.outbox (id, school_id, subject, payload, request_id, created_at)
       values ($1, $2, $3, $5, $4, now())`,
      [
        id,
        caller.school,
        `${kind}.${caller.school}.${kind === 'events' ? 'order.created' : 'invalidate.notes'}`,
        requestId,
        payload,
      ],
    )
  const store = async (id: string, kind: 'events' | 'internal', requestId?: string) => {
    await runtime.database.background.run([asSchool(caller.school), insert(id, kind, requestId)])
    runtime.notify()
  }
  const standing = async () => {
    const rows = await runtime.system.rows(
      step('select id from notes.outbox where school_id = $1 order by position', [caller.school]),
    )
    return rows.map(([id]) => id!)
  }
  /** The ids of the school's messages in the order of the stream. */
  const streamed = async () => {
    const { js, manager } = system.bus
    const stream = await manager.streams.info('EVENTS', { subjects_filter: `events.${caller.school}.>` })
    const many = Object.values(stream.state.subjects ?? {}).reduce((sum, count) => sum + count, 0)
    if (many === 0) return []
    const consumer = await js.consumers.get('EVENTS', { filter_subjects: `events.${caller.school}.>` })
    const ids: string[] = []
    for await (const message of await consumer.fetch({ max_messages: many, expires: 5000 }))
      ids.push(message.headers!.get('Nats-Msg-Id'))
    return ids
  }

  test('a transaction that took its position first and commits last is published when it commits', async () => {
    const [late, early, last] = [newId('evt'), newId('evt'), newId('evt')]
    await runtime.database.background.transaction(async send => {
      await send([asSchool(caller.school), insert(late, 'events')])
      await store(early, 'events')
      await eventually('the one that is committed', async () => (await streamed()).includes(early))
    })
    runtime.notify()
    await eventually('the late one', async () => (await streamed()).includes(late))
    await store(last, 'events')
    await eventually('the last one', async () => (await streamed()).length === 3)
    expect(await streamed()).toEqual([early, late, last])
    // Nobody here confirms events.
    expect(await standing()).toEqual([late, early, last])
  })

  test('large messages are read in portions, all of them in their order', async () => {
    const ids = Array.from({ length: 24 }, () => newId('evt'))
    // Random, or the database would store them as next to nothing.
    const large = () => JSON.stringify({ text: randomBytes(150_000).toString('base64') })
    await runtime.database.background.run([
      asSchool(caller.school),
      ...ids.map(id => insert(id, 'events', 'r', large())),
    ])
    const first = await sqlOutbox(runtime.system, runtime.leases, 'notes').standing(
      0,
      Number.MAX_SAFE_INTEGER,
      1000,
    )
    const positions = first.filter(({ id }) => ids.includes(id as never)).map(({ position }) => position)
    const outbox = sqlOutbox(runtime.system, runtime.leases, 'notes')
    const read = await outbox.read(positions)
    expect(read.length).toBeGreaterThan(5)
    expect(read.length).toBeLessThan(24)
    expect(read.map(({ position }) => position)).toEqual(positions.slice(0, read.length))
    runtime.notify()
    await eventually('all', async () => (await streamed()).length === 24)
    expect(await streamed()).toEqual(ids)
  })

  test('a rolled back change leaves a gap that delays nothing', async () => {
    const undone = runtime.database.background.transaction(async send => {
      await send([asSchool(caller.school), insert(newId('evt'), 'events')])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const id = newId('evt')
    await store(id, 'events')
    await eventually('the next', async () => (await streamed()).length === 1)
    expect(await standing()).toEqual([id])
  })

  test('many rows of one transaction, seen as one gap until it commits, are published in their order', async () => {
    const ids = Array.from({ length: 1200 }, () => newId('evt'))
    await runtime.database.background.transaction(async send => {
      await send([asSchool(caller.school), ...ids.slice(1).map(id => insert(id, 'events'))])
      await store(ids[0]!, 'events')
      await eventually('the one behind them', async () => (await streamed()).length === 1)
    })
    runtime.notify()
    const all = await eventually('all of them', async () => {
      const messages = await streamed()
      return messages.length === ids.length && messages
    })
    expect(all).toEqual(ids)
  })

  test('a row without a reader is deleted when it is published', async () => {
    await store(newId('evt'), 'internal')
    await eventually('it to go', async () => (await standing()).length === 0)
  })

  describe('messages that the stream can never accept', () => {
    /** An event of a note with a text about a person that occurs nowhere else. */
    const eventOf = (user: string, words: string) =>
      JSON.stringify({
        id: newId('evt'),
        type: 'order.created',
        data: { object: { id: newId('off'), name: words, comment: words }, previous: { name: words } },
        related: { user_id: user },
      })
    const keep = (id: string, payload: string, requestId = 'r') =>
      runtime.database.background.run([asSchool(caller.school), insert(id, 'events', requestId, payload)])
    const aside = async () => {
      const rows = await runtime.system.rows(
        step('select id, payload from notes.outbox_set_aside where school_id = $1', [caller.school]),
      )
      return rows.map(([id, payload]) => ({ id: id!, payload: payload! }))
    }
    const tooLarge = 'x'.repeat(1024 * 1024 + 1)
    const client = () => system.internal('notes', { hostOperations }).hostOperations

    test('each is set aside at once, shown by health and trace, and delays nothing', async () => {
      const [large, next, requestId] = [newId('evt'), newId('evt'), newId('req')]
      const before = (await client().health()).outbox.set_aside
      await keep(large, tooLarge, requestId)
      await store(next, 'events')
      await eventually('the next one', async () => (await streamed()).includes(next))
      // It goes aside with the answers to the batch of both, a moment after the stream has the other.
      await eventually('the large one to be aside', async () => (await aside()).length > 0)
      expect(await standing()).toEqual([next])
      expect(await aside()).toMatchObject([{ id: large }])
      expect((await client().health()).outbox.set_aside).toBe(before + 1)
      const { outbox } = await client().trace({ path: { requestId } })
      expect(outbox).toMatchObject([{ id: large }])
    })

    test('waiting and set-aside messages lose the data of an anonymized person', async () => {
      const [ann, bob] = [newId('usr'), newId('usr')]
      const words = ['of-ann', 'of-bob'] as const
      // Nobody here confirms events, so those that are published stand as well.
      for (const [index, user] of [ann, bob].entries()) {
        await keep(newId('evt'), eventOf(user, words[index]!))
        await runtime.system.run([
          step(
            `insert into notes.outbox_set_aside
             select school_id, position, id, subject, payload, request_id, created_at, now()
             from notes.outbox where school_id = $1 and position($2 in payload) > 0`,
            [caller.school, user],
          ),
        ])
      }
      const payload = JSON.stringify({
        id: newId('evt'),
        type: 'user.anonymized',
        data: { object: { id: ann } },
        related: { user_id: ann },
      })
      await system.bus.js.publish(`events.${caller.school}.user.anonymized`, payload)
      const payloads = async () => {
        const rows = await runtime.system.rows(
          step('select payload from notes.outbox where school_id = $1', [caller.school]),
        )
        return [...rows.map(([one]) => one!), ...(await aside()).map(one => one.payload)].join('\n')
      }
      await eventually('their words to go', async () => !(await payloads()).includes(words[0]))
      expect((await payloads()).split(words[1])).toHaveLength(7)
      expect((await payloads()).split(ann)).toHaveLength(3)
    })
  })

  test("a trace shows a request's messages in the outbox, and health their number", async () => {
    const id = newId('evt')
    const requestId = newId('req')
    await store(id, 'events', requestId)
    const { hostOperations: operations } = system.internal('notes', { hostOperations })
    const { outbox } = await operations.trace({ path: { requestId } })
    expect(outbox).toMatchObject([
      { id, school_id: caller.school, subject: expect.stringMatching(/^events\./) },
    ])
    const health = await operations.health()
    expect(health.outbox.waiting).toBeGreaterThan(0)
    expect(health.outbox.oldest_seconds).toBeGreaterThanOrEqual(0)
  })
})
