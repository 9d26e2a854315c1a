import { newId } from '@lms/contract'
import { gather } from './trace-gather.ts'

const school_id = newId('sch')
const record = (operation: string) => ({
  id: newId('aud'),
  school_id,
  service: 'commerce',
  operation,
  object_id: null,
  key_id: null,
  actor_user_id: null,
  role: 'owner',
  operator: null,
  status: 200,
  request_id: 'r',
  client_request_id: null,
  event_ids: [],
  duration_ms: 3,
  ...{ way: null, answer: null, changes: [] },
  created_at: '2026-11-21T10:00:00.000+00:00',
})
const message = (payload: object | null, id: string, subject: string) => ({
  id,
  school_id,
  subject,
  created_at: '2026-11-21T10:00:00.000+00:00',
  payload: payload && JSON.stringify(payload),
})

/** The records of the services: the audit log, and the outbox of commerce. */
const having = (records: object[], outbox: object[]) => {
  const answers = {
    requestInternalApi: { trace: async () => ({ requests: [] }) },
    auditInternalApi: { trace: async () => ({ records: records }) },
    journal: { trace: async () => ({ events: [], deliveries: [] }) },
  }
  const client = (service: string) => ({
    ...answers,
    hostOperations: {
      trace: async () => ({ service, outbox: service === 'commerce' ? outbox : [], tasks: [] }),
      handled: async () => ({ reactions: [] }),
    },
  })
  return gather('r', ['service', 'webhooks', 'commerce'], client as never)
}

test('a change is found before the audit log has it, and once while outbox and log have it', async () => {
  const [first, second] = [record('POST /v1/orders'), record('POST /v1/orders/{id}/mark-paid')]
  const subject = `internal.${school_id}.audit.users`
  const waiting = [first, second].map(one => message(one, one.id, subject))
  for (const records of [[], [first], [first, second]])
    expect((await having(records, waiting)).records).toEqual([first, second])
  expect((await having([first, second], [])).records).toEqual([first, second])
})

test('messages of an outbox that are no events are ignored', async () => {
  const event = newId('evt')
  const gathered = await having(
    [],
    [
      message(null, event, `events.${school_id}.order.paid`),
      message(null, newId('evt'), `internal.${school_id}.invalidate.users`),
    ],
  )
  expect(gathered.outboxes.map(({ id, type }) => [id, type])).toEqual([[event, 'order.paid']])
  expect(gathered.records).toEqual([])
})
