// What a batch of the journal enters, by what it reads; the statements themselves are tried by journal.spec.ts.
import { newId } from '@lms/contract'
import { type Fields, StatementError, type Step, step } from '@lms/service-host'
import { type BatchContext, enterBatch, LeaseLost } from './journal-batch.ts'
import type { NewEvent } from './journal-entry.ts'

const now = '2026-11-22T08:00:00.000Z'
const [school, other] = ['sch_a', 'sch_b']

const event = (more: Partial<NewEvent> = {}): NewEvent => ({
  school,
  id: newId('evt'),
  type: 'order.paid',
  created_at: now,
  request_id: 'r',
  user_id: null,
  object_id: 'ord_1',
  failed_webhook_id: null,
  by_request: true,
  payload: '{"id":"evt_1","type":"order.paid","data":{"object":{"comment":"of Ann"}},"related":{}}',
  ...more,
})

interface Stands {
  /** The last sequence of schools before the batch, and its time of entry if it is later than now. */
  sequences?: Record<string, [last: number, enteredAt?: string]>
  subscriptions?: Fields[]
  erased?: Fields[]
  /** Ids of the events that the journal has. */
  knownIds?: string[]
  /** Errors of the first tries. */
  errors?: Error[]
}

const subscription = (
  id: string,
  channel: number,
  more: { ordered?: boolean; masks?: string[]; of?: string } = {},
) =>
  [
    more.of ?? school,
    id,
    '1',
    String(channel),
    `https://${id}.example`,
    't',
    more.ordered ? 't' : 'f',
    JSON.stringify(more.masks ?? ['*']),
    null,
    null,
  ] as Fields

/** Enters events where this stands; gives the answer, what is inserted, and the number of events that each try takes. */
async function entered(events: NewEvent[], stands: Stands = {}, { expectsTwins = false, fence = 7 } = {}) {
  const [tries, errors]: [number[], Error[]] = [[], [...(stands.errors ?? [])]]
  let writes: Step[] = []
  const system = {
    readThenWrite: async (reads: Step[], act: (results: { rows: Fields[] }[]) => { writes: Step[] }) => {
      const [schools, counts] = reads[1]!.values.map(value => list(value ?? ''))
      tries.push(counts!.reduce((sum, count) => sum + Number(count), 0))
      const error = errors.shift()
      if (error) throw error
      const sequenceRows = schools!.map((name, at) => {
        const [last, enteredAt = now] = stands.sequences?.[name] ?? [0]
        return [name, String(last + Number(counts![at])), enteredAt]
      })
      const rows = [[['7']], sequenceRows, stands.subscriptions ?? [], stands.erased ?? []]
      const done = act(rows.map(stepRows => ({ rows: stepRows as Fields[] }))) as unknown as {
        writes: Step[]
        answer: unknown
      }
      writes = done.writes
      return done.answer
    },
    rows: async () => (stands.knownIds ?? []).map(id => [id]),
  }
  const leases = { heldStep: () => step('lease') }
  const context = { system, leases, fence, now, expectsTwins } as unknown as BatchContext & {
    expectsTwins: boolean
  }
  const answer = await enterBatch(events, { streamCreated: 'x', last: 9 }, context)
  const insert = writes.find(({ statement }) => statement.text.startsWith('insert into webhooks.events'))
  const columns = (insert?.values ?? []).map(value => String(value))
  return {
    answer,
    tries,
    ids: list(columns[1]),
    sequences: list(columns[3]).map(Number),
    takers: (columns[8] ?? '').match(/\{[\d,]*\}/g) ?? [],
    enteredAt: list(columns[9]),
    payloads: (columns[10] ?? '').split('\u0001'),
  }
}

const list = (text = '{}') => text.slice(1, -1).replaceAll('"', '').split(',').filter(Boolean)

test('another replica’s lease ends the batch', async () => {
  await expect(entered([event()], {}, { fence: 6 })).rejects.toThrow(LeaseLost)
})

test('events get the next sequences of their schools, each once, and times that never fall', async () => {
  const [one, two, three] = [event(), event({ school: other }), event()]
  const later = '2026-11-22 09:00:00+00'
  const sequences: Stands['sequences'] = { [school]: [41, later] }
  const result = await entered([one, two, one, three], { sequences })
  expect(result.ids).toEqual([one.id, two.id, three.id])
  expect(result.sequences).toEqual([42, 1, 43])
  expect(result.enteredAt.map(time => Date.parse(time))).toEqual(
    [later, now, later].map(time => Date.parse(time.replace(' ', 'T').replace(/\+00$/, 'Z'))),
  )
  expect(result.tries).toEqual([3])
})

test('the channels that take an event are named by it, or have it in their queues', async () => {
  const subscriptions = [
    subscription('whk_1', 1),
    subscription('whk_2', 2, { ordered: true }),
    subscription('whk_3', 3, { masks: ['user.*'] }),
    subscription('whk_4', 4, { of: other }),
  ]
  const events = [
    event(),
    event({ object_id: null, by_request: false }),
    event({ type: 'user.created', school: other }),
    event(),
  ]
  const { answer, takers } = await entered(events, { subscriptions })
  // Without an object nothing has an order.
  expect(takers).toEqual(['{1}', '{1,2}', '{4}', '{1}'])
  expect(answer.webhooks).toEqual(['whk_1', 'whk_2', 'whk_4'])
  expect(answer.queued).toEqual(['whk_2'])
  // What no request has caused costs nobody anything.
  expect([...answer.requested]).toEqual([
    [school, 4],
    [other, 1],
  ])
})

test('what nobody takes is entered, and costs nothing', async () => {
  const { answer, sequences } = await entered([event()], {})
  expect(sequences).toEqual([1])
  const runs = new Map([['sch_a', { after: 0, last: 1, events: [], versions: new Map() }]])
  expect(answer).toEqual({ webhooks: [], queued: [], requested: new Map(), runs, twins: false })
})

test('twins are looked for where they are expected, and left out', async () => {
  const [existing, fresh] = [event(), event()]
  const some = await entered([existing, fresh], { knownIds: [existing.id] }, { expectsTwins: true })
  expect([some.tries, some.ids, some.answer.twins]).toEqual([[1], [fresh.id], true])
  const none = await entered([existing, fresh], {}, { expectsTwins: true })
  expect([none.tries, none.ids, none.answer.twins]).toEqual([[2], [existing.id, fresh.id], false])
})

test('twins that nobody expected are looked for when the key refuses one; another error is none', async () => {
  const refused = (code: string) => new StatementError({ message: 'refused', code }, undefined)
  const [existing, fresh] = [event(), event()]
  const { tries, ids, answer } = await entered([existing, fresh], {
    knownIds: [existing.id],
    errors: [refused('23505')],
  })
  expect([tries, ids, answer.twins]).toEqual([[2, 1], [fresh.id], true])
  await expect(entered([fresh], { errors: [refused('40001')] })).rejects.toMatchObject({ sqlState: '40001' })
  await expect(entered([fresh], { errors: [new Error('away')] })).rejects.toThrow('away')
})

test('an event of a person who was erased loses what it says of them, in their school alone', async () => {
  const user = newId('usr')
  const events = [
    event({ user_id: user }),
    event({ object_id: user }),
    event({ user_id: user, school: other }),
    event({ user_id: newId('usr'), object_id: user }),
    event(),
  ]
  const { payloads } = await entered(events, { erased: [[school, user]] })
  expect(payloads.map(payload => payload.includes('of Ann'))).toEqual([false, false, true, false, true])
})
