import { stripVTControlCharacters } from 'node:util'
import type { Trace } from '@lms/gateway/operator'
import { traceTree } from './trace-tree.ts'
import { treeLines } from './tree.ts'

const at = (ms: number) => `2026-11-21T09:30:00.${String(ms).padStart(3, '0')}+00:00`
const lines = (trace: Trace) => treeLines(traceTree(trace)).map(stripVTControlCharacters)

const paid: Trace = {
  request_id: 'f00d',
  requests: [],
  transactions: [
    {
      id: 'aud_1',
      school_id: 'sch_1',
      service: 'commerce',
      operation: 'POST /v1/orders/{id}/mark-paid',
      object_id: 'ord_1',
      key_id: 'key_1',
      actor_user_id: 'usr_1',
      role: 'manager',
      operator: null,
      ...{ way: 'api' as const, answer: null, changes: [] },
      status: 201,
      request_id: 'f00d',
      client_request_id: 'my call 7',
      duration_ms: 12,
      created_at: at(112),
      events: [
        {
          id: 'evt_1',
          school_id: 'sch_1',
          type: 'order.paid',
          created_at: at(105),
          state: 'journaled',
          sequence: 42,
          cause_id: null,
          reactions: [
            { service: 'crm', reaction: 'order-paid', handled_at: at(140) },
            { service: 'learning', reaction: 'order-paid', handled_at: null },
          ],
          deliveries: [
            {
              id: 'dlv_1',
              school_id: 'sch_1',
              event_id: 'evt_1',
              event_type: 'order.paid',
              request_id: 'f00d',
              webhook_id: 'whk_1',
              status: 'waiting_retry',
              attempt_count: 1,
              next_attempt_at: at(900),
              manual: false,
              replayed: false,
              created_at: at(130),
              attempts: [
                {
                  id: 'dat_1',
                  number: 1,
                  response_code: 503,
                  response_body: '',
                  duration_ms: 9,
                  error_detail: null,
                  error: 'http_status',
                  created_at: at(150),
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  confirmations: [],
  events: [],
  effects: [],
  tasks: [],
  away: [],
}

describe('a trace as text', () => {
  test('shows the call, its caller, its audit record, its event and every attempt', () => {
    expect(lines(paid)).toEqual([
      'request f00d  (the client’s "my call 7")  2026-11-21T09:30:00.100Z',
      '└─ POST /v1/orders/{id}/mark-paid  201  12 ms  in commerce',
      '   ├─ by key_1 (manager), acting as usr_1  of sch_1',
      '   ├─ object ord_1',
      '   ├─ audit aud_1  +12 ms',
      '   └─ event order.paid  evt_1  journal 42  +5 ms',
      '      ├─ crm reacts (order-paid)  +40 ms',
      '      ├─ learning reacts (order-paid)  not yet',
      '      └─ delivery dlv_1  to whk_1  waiting_retry  +30 ms',
      '         ├─ attempt 1  503  9 ms  http_status  +50 ms',
      `         └─ next attempt at ${at(900)}`,
    ])
  })

  test('shows waiting events, events of reactions, and unavailable services', () => {
    const event = {
      id: 'evt_2',
      school_id: 'sch_1',
      type: 'user.updated',
      created_at: at(1),
      sequence: null,
      cause_id: null,
    } as const
    const waiting: Trace = {
      request_id: 'f00d',
      requests: [],
      transactions: [],
      confirmations: [],
      events: [
        { ...event, reactions: [], deliveries: [], state: 'waiting' },
        { ...event, reactions: [], deliveries: [], state: 'waiting', cause_id: 'evt_1' },
      ],
      effects: [],
      tasks: [],
      away: ['webhooks'],
    }
    expect(lines(waiting)).toEqual([
      'request f00d  2026-11-21T09:30:00.001Z',
      '├─ event user.updated  evt_2  in the outbox  +0 ms  emitted by a reaction',
      '├─ event user.updated  evt_2  in the outbox  +0 ms  emitted by a reaction to evt_1',
      '└─ webhooks did not answer: its part is missing',
    ])
  })

  test('shows the tasks that are not done, and why they failed', () => {
    const task = {
      id: 'job_1',
      school_id: 'sch_1',
      service: 'users',
      queue: 'leave-tag',
      error: null,
    } as const
    const tasks = [
      { ...task, status: 'queued', failures: 0, due_at: at(120), created_at: at(112) },
      { ...task, status: 'failed', failures: 10, error: 'unavailable', due_at: at(130), created_at: at(112) },
    ] as const
    expect(lines({ ...paid, transactions: [], tasks: [...tasks] })).toEqual([
      'request f00d  2026-11-21T09:30:00.112Z',
      `├─ task users.leave-tag  job_1  queued  due at ${at(120)}`,
      `└─ task users.leave-tag  job_1  failed  failed 10 times: unavailable  due at ${at(130)}`,
    ])
  })

  test('a change without events is shown all the same', () => {
    const [transaction] = paid.transactions
    const silent = {
      ...transaction!,
      events: [],
      object_id: null,
      key_id: null,
      actor_user_id: null,
      role: null,
      operator: null,
    }
    expect(lines({ ...paid, transactions: [silent] }).slice(2)).toEqual([
      '   ├─ by the system  of sch_1',
      '   └─ audit aud_1  +12 ms',
    ])
  })

  const refused: Trace['requests'][number] = {
    id: 'req_1',
    school_id: 'sch_1',
    request_id: 'f00d',
    client_request_id: null,
    operation: 'POST /v1/orders/{id}/mark-paid',
    status: 409,
    reason: 'order_already_paid',
    service: 'commerce',
    key_id: 'key_1',
    actor_user_id: null,
    duration_ms: 14,
    created_at: at(99),
  }

  test('a refused request shows the answer, the reason, the caller and the service', () => {
    const guest = { ...refused, status: 401, reason: 'credential_invalid', service: null, key_id: null }
    const trace = { ...paid, transactions: [], requests: [refused, guest] }
    expect(lines(trace).slice(1)).toEqual([
      '├─ POST /v1/orders/{id}/mark-paid  409  order_already_paid  14 ms  at the gateway, sent to commerce  +0 ms',
      '│  └─ by key_1  of sch_1',
      '└─ POST /v1/orders/{id}/mark-paid  401  credential_invalid  14 ms  answered by the gateway  +0 ms',
      '   └─ by an unknown caller  of sch_1',
    ])
  })

  test('a change is below the request that made it, if the gateway has a record', () => {
    const createdRequest = { ...refused, status: 201, reason: null }
    expect(lines({ ...paid, requests: [createdRequest] }).slice(1, 4)).toEqual([
      '└─ POST /v1/orders/{id}/mark-paid  201  14 ms  at the gateway, sent to commerce  +0 ms',
      '   ├─ by key_1  of sch_1',
      '   └─ POST /v1/orders/{id}/mark-paid  201  12 ms  in commerce',
    ])
  })

  test('without any rows only the request remains', () => {
    expect(
      lines({
        request_id: 'f00d',
        requests: [],
        transactions: [],
        confirmations: [],
        events: [],
        effects: [],
        tasks: [],
        away: [],
      }),
    ).toEqual(['request f00d'])
  })

  test('shows what scenarios did to the person, and why not', () => {
    const run = { run_id: 'run_1', scenario_id: 'scn_1', user_id: 'usr_1' } as const
    const effects = [
      {
        ...run,
        ...{ node: 'call', kind: 'task', outcome: 'done', reason: null, ids: ['tsk_1'] },
        ...{ effect_key: 'scn:run_1:1', at: at(140) },
      },
      {
        ...run,
        ...{ node: 'write', kind: 'message', outcome: 'refused', reason: 'topic_unknown', ids: [] },
        ...{ effect_key: 'scn:run_1:2', at: at(160) },
      },
    ]
    expect(lines({ ...paid, effects }).slice(-2)).toEqual([
      '├─ effect task  tsk_1  done  at call of run_1  +40 ms',
      '└─ effect message  refused: topic_unknown  at write of run_1  +60 ms',
    ])
  })
})
