// What the log writes of results, by what it reads; attempt-log.spec.ts tries the statements themselves.
import { jest } from '@jest/globals'
import { newId } from '@lms/contract'
import { type Fields, type Runtime, StatementError, type Step } from '@lms/service-host'
import type { Outcome } from '../sending/outcome.ts'
import { arrived as accepted, dueOf } from '../testing/results.ts'
import { logResults } from './attempt-log.ts'
import { Channel } from './delivery-queue.ts'
import type { Due } from './due.ts'
import type { Result } from './next-state.ts'
import { maxDone, Progress } from './progress.ts'

const now = new Date('2026-11-22T08:00:00.000Z')
const startedAt = new Date('2026-11-22T07:59:59.000Z')
const at = '2026-11-22 07:00:00.5+00'

const arrived: Outcome = { ...accepted, body: 'thanks', durationMs: 12 }
const refused: Outcome = {
  ...arrived,
  ok: false,
  status: 500,
  body: 'no',
  error: 'http_status',
  detail: null,
}
const broken: Outcome = { ...refused, status: null, error: 'connect', detail: 'ECONNREFUSED' }

const channelOf = (webhook: string, { moves = 0 } = {}) => {
  const channel = new Channel(
    { school: 'sch_a', webhook, fence: 7, number: 1 },
    { parallel: 8, failures: 0, leasedUntil: Number.POSITIVE_INFINITY, now: 0 },
  )
  channel.progress = new Progress({ sequence: 0, done: [], moves })
  return channel
}

const resultOf = (channel: Channel, id: string, sent: Outcome | null, more: Partial<Due> = {}): Result => {
  const due = dueOf(id, { at, attempts: 1, ...more })
  channel.take(due)
  channel.next()
  const attempt = due.first === null ? `dat of ${id}` : null
  return { channel, due, outcome: sent && { attempt, startedAt, sent } }
}

interface Stands {
  /** Subscriptions whose channels are still leased; by default all. */
  leased?: string[]
  cursors?: Fields[]
  created?: Fields[]
  /** Ids of attempts and statuses of deliveries that are there. */
  attempts?: string[]
  deliveries?: Fields[]
  /** Errors of the first tries. */
  errors?: Error[]
}

/** Logs results where this stands; gives the answer, the reads, and what is written: by the first words, its columns. */
async function logged(results: Result[], stands: Stands = {}) {
  const errors = [...(stands.errors ?? [])]
  const leased = stands.leased ?? results.map(({ channel }) => channel.key.webhook)
  const notify = jest.fn()
  const tries: Step[][] = []
  let reads: Step[] = []
  const system = {
    readThenWrite: async (steps: Step[], act: (answers: { rows: unknown }[]) => unknown) => {
      reads = steps
      const rows = [[], leased.map(id => ['sch_a', id, '7']), stands.cursors ?? [], stands.created ?? []]
      const { writes, answer } = act(rows.map(stepRows => ({ rows: stepRows }))) as {
        writes: Step[]
        answer: unknown
      }
      tries.push(writes)
      const error = errors.shift()
      if (error) throw error
      return answer
    },
    rows: async ({ statement }: Step) =>
      statement.text.includes('select a.id from unnest')
        ? (stands.attempts ?? []).map(id => [id])
        : (stands.deliveries ?? []),
  }
  const runtime = { system, notify, clock: { now: () => now }, service: 'webhooks' } as unknown as Runtime
  const lost = await logResults(results, runtime)
  const allWritten = (start: string) =>
    tries
      .at(-1)!
      .filter(({ statement }) => statement.text.trim().startsWith(start))
      .map(columns)
  const written = (start: string) => allWritten(start)[0]
  return { lost, reads, notify, tries: tries.length, written, allWritten }
}

const columns = ({ values }: Step) => values.map(value => list(value ?? ''))
const list = (text: string) =>
  text.startsWith('{')
    ? (text.slice(1, -1).match(/"[^"]*"|[^,]+/g) ?? []).map(one => one.replaceAll('"', ''))
    : text

test('first attempts are rows of deliveries with their outcome, and move the cursor', async () => {
  const channel = channelOf('whk_1')
  channel.progress!.lookedTo(3)
  const results = [
    resultOf(channel, 'dlv_1', arrived, { first: 1, attempts: 0 }),
    resultOf(channel, 'dlv_2', broken, { first: 2, attempts: 0 }),
    resultOf(channel, 'dlv_3', null, { first: 3, attempts: 0 }),
  ]
  const { written, lost } = await logged(results)
  const row = written('insert into webhooks.deliveries')!
  expect(row[2]).toEqual(['dlv_1', 'dlv_2', 'dlv_3'])
  expect(row[7]).toEqual(['delivered', 'waiting_retry', 'failed'])
  expect(row[8]).toEqual(['1', '1', '0'])
  // Failed without an attempt.
  expect(row[10]).toEqual(['NULL', 'NULL', now.toISOString()])
  expect(row[11]).toEqual([startedAt.toISOString(), startedAt.toISOString(), 'NULL'])
  expect(row[12]).toEqual(['200', 'NULL', 'NULL'])
  expect(row[13]).toEqual(['thanks', 'NULL', 'NULL'])
  expect(row[14]).toEqual(['12', '12', 'NULL'])
  expect(row.slice(15)).toEqual([
    ['NULL', 'connect', 'NULL'],
    ['NULL', 'ECONNREFUSED', 'NULL'],
  ])
  const [, webhooks, retriedAt, ids] = written('insert into webhooks.due')!
  expect([webhooks, ids]).toEqual([['whk_1'], ['dlv_2']])
  expect(retriedAt).toEqual([(row[9] as string[])[1]])
  expect(written('insert into webhooks.attempts')).toBeUndefined()
  expect(written('update webhooks.deliveries')).toBeUndefined()
  expect(written('insert into webhooks.cursors')).toEqual([['sch_a'], ['whk_1'], ['3'], ['{}'], ['1']])
  expect([lost.size, channel.progress!.moves]).toEqual([0, 1])
})

test('later attempts are rows of their own, and move their deliveries and the queue', async () => {
  const channel = channelOf('whk_1')
  const { written } = await logged([
    resultOf(channel, 'dlv_2', broken),
    resultOf(channel, 'dlv_1', arrived),
    resultOf(channel, 'dlv_3', null),
  ])
  const attempts = written('insert into webhooks.attempts')!
  expect(attempts.slice(0, 5)).toEqual([
    ['sch_a', 'sch_a'],
    ['dat of dlv_2', 'dat of dlv_1'],
    ['dlv_2', 'dlv_1'],
    ['2', '2'],
    ['NULL', '200'],
  ])
  expect(attempts[5]).toEqual(['NULL', 'thanks'])
  const moved = written('update webhooks.deliveries')!
  expect(moved.slice(1, 4)).toEqual([
    ['dlv_2', 'dlv_1', 'dlv_3'],
    ['waiting_retry', 'delivered', 'failed'],
    ['2', '2', '1'],
  ])
  expect(moved[5]).toEqual(['NULL', 'NULL', now.toISOString()])
  // From the first to the last of their ids.
  expect(moved.slice(6)).toEqual(['dlv_1', 'dlv_3'])
  expect(written('delete from webhooks.due')![3]).toEqual(['dlv_1', 'dlv_3'])
  const again = written('update webhooks.due')!
  expect([again[3], again[4], again[5]]).toEqual([['dlv_2'], [(moved[4] as string[])[0]], ['2']])
  expect(written('insert into webhooks.cursors')).toBeUndefined()
})

test.each([
  ['the database says', (_: Channel) => [] as string[]],
  [
    'is known here',
    (channel: Channel) => {
      channel.lost = true
      return [channel.key.webhook]
    },
  ],
])('of a channel that another has, as %s, only the attempts are logged', async (_, leasedIn) => {
  const [channel, other] = [channelOf('whk_1'), channelOf('whk_2')]
  const results = [
    resultOf(channel, 'dlv_1', arrived),
    resultOf(channel, 'dlv_2', refused, { first: 2, attempts: 0 }),
    resultOf(channel, 'dlv_3', arrived, { object: 'ord_1' }),
    resultOf(other, 'dlv_4', arrived),
  ]
  const { written, allWritten, lost } = await logged(results, { leased: ['whk_2', ...leasedIn(channel)] })
  expect([...lost]).toEqual([channel])
  const [attempts, firsts] = allWritten('insert into webhooks.attempts')
  expect(attempts![2]).toEqual(['dlv_1', 'dlv_3', 'dlv_4'])
  // The id of a first attempt is made for this.
  expect(firsts!.slice(1, 3)).toEqual([[expect.stringMatching(/^dat_/)], ['dlv_2']])
  expect(written('insert into webhooks.deliveries')).toBeUndefined()
  expect(written('insert into webhooks.cursors')).toBeUndefined()
  expect(written('with freed')).toBeUndefined()
  expect(written('update webhooks.deliveries')![1]).toEqual(['dlv_4'])
  expect(written('insert into webhooks.health')![1]).toEqual(['whk_2'])
  expect(channel.progress!.moves).toBe(0)
})

test('the next of an object becomes due when one has ended, and not while it is retried', async () => {
  const channel = channelOf('whk_1')
  const { written, reads } = await logged([
    resultOf(channel, 'dlv_1', arrived, { object: 'ord_1' }),
    resultOf(channel, 'dlv_2', refused, { object: 'ord_2' }),
    resultOf(channel, 'dlv_3', null, { object: 'ord_3' }),
    resultOf(channel, 'dlv_4', arrived),
  ])
  expect(written('with freed')!.slice(0, 3)).toEqual([
    ['sch_a', 'sch_a'],
    ['whk_1', 'whk_1'],
    ['ord_1', 'ord_3'],
  ])
  // A journal batch that adds to the order waits for this one.
  expect(reads[1]!.statement.text).toMatch(/for no key update of l$/)
  const without = await logged([resultOf(channel, 'dlv_5', arrived)])
  expect(without.written('with freed')).toBeUndefined()
  expect(without.reads[1]!.statement.text).toMatch(/for key share of l$/)
  expect(columns(without.reads[1]!)).toEqual([['sch_a'], ['whk_1'], ['7']])
})

test('what says nothing about the receiver is not counted for it', async () => {
  const channel = channelOf('whk_1')
  const ours = { ...broken, ours: true }
  const { written } = await logged([resultOf(channel, 'dlv_1', ours), resultOf(channel, 'dlv_2', null)])
  expect(written('insert into webhooks.health')).toBeUndefined()
  const counted = await logged([resultOf(channel, 'dlv_3', ours), resultOf(channel, 'dlv_4', refused)])
  expect(counted.written('insert into webhooks.outcomes')!.slice(2, 4)).toEqual([['0'], ['1']])
})

test('running deliveries that hold the cursor back too far get rows', async () => {
  const channel = channelOf('whk_1')
  const slow = resultOf(channel, 'dlv_slow', arrived, { first: 1, attempts: 0 })
  const results = Array.from({ length: maxDone + 1 }, (_, index) =>
    resultOf(channel, `dlv_${index}`, arrived, { first: index + 2, attempts: 0 }),
  )
  channel.progress!.lookedTo(maxDone + 2)
  const few = await logged(results.slice(0, maxDone))
  expect(few.written('with made')).toBeUndefined()
  expect(slow.due.first).toBe(1)
  for (const { due } of results.slice(0, maxDone)) channel.logged(due, 0)
  const other = channelOf('whk_2')
  other.progress!.lookedTo(1)
  const beside = resultOf(other, 'dlv_beside', arrived, { first: 1, attempts: 0 })
  const { written } = await logged([...results.slice(maxDone), beside], {
    cursors: [['whk_1', '0', JSON.stringify(Array.from({ length: maxDone }, (_, index) => index + 2)), '1']],
  })
  expect(written('with made')!.slice(0, 3)).toEqual([['sch_a'], ['whk_1'], ['dlv_slow']])
  expect(written('insert into webhooks.cursors')!.slice(2)).toEqual([
    [String(maxDone + 2), '1'],
    ['{}', '{}'],
    ['2', '1'],
  ])
  // Its outcome moves the row.
  expect(slow.due.first).toBeNull()
  const last = await logged([slow])
  expect(last.written('update webhooks.deliveries')![1]).toEqual(['dlv_slow'])
})

test('a cursor that is not where it was moved to goes on from where it is', async () => {
  const channel = channelOf('whk_1', { moves: 5 })
  channel.progress!.lookedTo(9)
  const { written } = await logged([resultOf(channel, 'dlv_9', arrived, { first: 9, attempts: 0 })], {
    cursors: [['whk_1', '4', '[6]', '3']],
  })
  expect(written('insert into webhooks.cursors')!.slice(2)).toEqual([['4'], ['{6,9}'], ['4']])
  expect(channel.progress!.moves).toBe(4)
  expect(channel.progress!.looked).toBe(4)
})

test('a cursor that stands where it was moved to is not read again', async () => {
  const channel = channelOf('whk_1', { moves: 5 })
  channel.progress!.lookedTo(9)
  await logged([resultOf(channel, 'dlv_9', arrived, { first: 9, attempts: 0 })], {
    cursors: [['whk_1', '8', '[]', '5']],
  })
  expect([channel.progress!.moves, channel.progress!.looked]).toEqual([6, 9])
})

test('after a commit without an answer only what was not logged is written', async () => {
  const channel = channelOf('whk_1')
  channel.progress!.lookedTo(9)
  const twin = () => new StatementError({ message: 'refused', code: '23505' }, undefined)
  const results = [
    resultOf(channel, 'dlv_1', arrived),
    resultOf(channel, 'dlv_2', arrived),
    resultOf(channel, 'dlv_3', null),
    resultOf(channel, 'dlv_4', arrived, { first: 4, attempts: 0 }),
    resultOf(channel, 'dlv_5', arrived, { first: 5, attempts: 0 }),
    resultOf(channel, 'dlv_6', arrived, { first: 6, attempts: 0 }),
  ]
  const { written, tries } = await logged(results, {
    errors: [twin()],
    attempts: ['dat of dlv_1'],
    deliveries: [
      ['dlv_4', 'delivered'],
      // That one got its rows before its outcome.
      ['dlv_5', 'pending'],
    ],
  })
  expect(tries).toBe(2)
  expect(written('update webhooks.deliveries')![1]).toEqual(['dlv_2', 'dlv_3', 'dlv_5'])
  expect(written('insert into webhooks.attempts')![2]).toEqual(['dlv_2', 'dlv_5'])
  expect(written('insert into webhooks.deliveries')![2]).toEqual(['dlv_6'])
  // All of them are done.
  expect(written('insert into webhooks.cursors')!.slice(2, 4)).toEqual([['9'], ['{}']])
})

describe('a commit whose answer was lost, of results that had no id of an attempt before', () => {
  const fresh = (channel: Channel, id: string, more: Partial<Due> = {}) => {
    const result = resultOf(channel, id, arrived, more)
    result.outcome!.attempt = null
    return result
  }
  const twin = () => new StatementError({ message: 'refused', code: '23505' }, undefined)
  const lost = async (result: Result, leased: string[]) => {
    await expect(logged([result], { leased, errors: [new Error('no answer')] })).rejects.toThrow('no answer')
    const { attempt } = result.outcome!
    expect(attempt).toMatch(/^dat_/)
    return attempt!
  }

  test('is found by the id that the first try has made', async () => {
    const result = fresh(channelOf('whk_1'), 'dlv_1')
    const attempt = await lost(result, ['whk_1'])
    const { tries, written } = await logged([result], { errors: [twin()], attempts: [attempt] })
    expect(tries).toBe(2)
    expect(written('insert into webhooks.attempts')).toBeUndefined()
    expect(written('update webhooks.deliveries')).toBeUndefined()
  })

  test('is found of a first attempt in a channel that another has, too', async () => {
    const result = fresh(channelOf('whk_1'), 'dlv_1', { first: 1, attempts: 0 })
    const attempt = await lost(result, [])
    const { tries, written } = await logged([result], { leased: [], errors: [twin()], attempts: [attempt] })
    expect(tries).toBe(2)
    expect(written('insert into webhooks.attempts')).toBeUndefined()
  })
})

test.each([
  ['another error of a statement', new StatementError({ message: 'refused', code: '40001' }, undefined)],
  ['another error', new Error('away')],
])('%s is the caller’s', async (_, error) => {
  const channel = channelOf('whk_1')
  await expect(logged([resultOf(channel, 'dlv_1', arrived)], { errors: [error] })).rejects.toBe(error)
})

describe('a final failure', () => {
  const exhausted = (channel: Channel, id: string, more: Partial<Due> = {}) =>
    resultOf(channel, id, refused, { attempts: 6, eventId: newId('evt'), ...more })
  const [webhook, delivery] = [newId('whk'), newId('dlv')]
  const news = (fields: ReturnType<typeof columns> | undefined) => JSON.stringify(fields)

  test('is told, waits for the disk, and wakes the relay', async () => {
    const channel = channelOf(webhook)
    const { written, reads, notify } = await logged(
      [exhausted(channel, delivery), resultOf(channel, 'dlv_2', arrived)],
      {
        created: [[delivery, at]],
      },
    )
    expect(reads[0]!.values).toEqual(['f'])
    expect(columns(reads[3]!)).toEqual([['sch_a'], [delivery]])
    const eventText = news(written('insert into "webhooks".outbox'))
    expect(eventText).toContain('system.webhook_failed')
    expect(eventText).toContain(delivery)
    expect(eventText).toContain('2026-11-22T07:00:00.500+00:00')
    expect(notify).toHaveBeenCalledTimes(1)
  })

  test('of an event without a row yet is told with the time of its entry', async () => {
    const channel = channelOf(webhook)
    const { written } = await logged([exhausted(channel, delivery, { first: 1 })])
    expect(news(written('insert into "webhooks".outbox'))).toContain('2026-11-22T07:00:00.500+00:00')
  })

  test('is not told by who has lost the channel, nor of a delivery or an event that is gone', async () => {
    const channel = channelOf(webhook)
    const created: Fields[] = [[delivery, at]]
    const lost = await logged([exhausted(channel, delivery)], { created, leased: [] })
    expect(lost.written('insert into "webhooks".outbox')).toBeUndefined()
    const withoutRow = await logged([exhausted(channel, delivery)])
    expect(withoutRow.written('insert into "webhooks".outbox')).toBeUndefined()
    const unknown = await logged([exhausted(channel, delivery, { event: null })], { created })
    expect(unknown.written('insert into "webhooks".outbox')).toBeUndefined()
  })

  test('that nobody is told of costs no read, and does not wait for the disk', async () => {
    const channel = channelOf(webhook)
    const { reads, notify } = await logged([exhausted(channel, delivery, { manual: true })])
    expect(reads[0]!.values).toEqual(['t'])
    expect(reads).toHaveLength(3)
    expect(notify).not.toHaveBeenCalled()
  })
})
