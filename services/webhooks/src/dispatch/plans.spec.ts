// The plans of the queries that every event and every delivery takes, at a size where a sequential scan would show.
import { type Caller, newId } from '@lms/contract'
import type { Step } from '@lms/service-host'
import { asOwner, listSteps, type Plan, planModes, planNodes, planOf, type TestSystem } from '@lms/testing'
import pg from 'pg'
import { failuresSql } from '../deliveries/failures.ts'
import { existingSql } from '../journal/journal-batch.ts'
import { startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { claimSql } from './delivery-queue.store.ts'
import { nextSql } from './order.ts'
import { dueSql, eventsSql, readEventsSql } from './queue.store.ts'

type Query = NonNullable<NonNullable<Parameters<ReturnType<typeof webhooksOf>['events']['list']>[0]>['query']>

const schools = 20
const channelsOfSchool = 100
const dueOfChannel = 25
const eventsOfSchool = 1000
const crowded = 10_000
const payload =
  '{"id":"$id","type":"order.paid","created_at":"2026-01-01T00:00:00.000+00:00","api_version":"v1","data":{"object":{}},"related":{}}'

const lists: [name: string, query: Query][] = [
  ['the feed', { sort: 'sequence', 'sequence[gt]': '500' }],
  ['the newest', {}],
  ['one type', { type: 'order.paid' }],
  ['a group', { type: 'order.*', sort: 'sequence' }],
  ['a person', { user_id: newId('usr') }],
  ['an object', { object_id: 'ord_7' }],
  ['a request', { request_id: 'a'.repeat(32) }],
]

describe('queries at size', () => {
  let system: TestSystem
  let callers: Caller[]
  const clients: pg.Client[] = []
  const listed = new Map<string, Step>()
  let waiting: Step | undefined

  beforeAll(async () => {
    system = await startWebhooks()
    callers = Array.from({ length: schools }, () => system.caller())
    for (const [name, query] of lists) listed.set(name, await listStep(query))
    const ask = () => webhooksOf(system, callers[0]!).deliveries.list()
    waiting = (await listSteps(system, 'webhooks', ask)).find(({ statement }) =>
      statement.text.includes('cursors'),
    )
    // From here on nothing moves the rows.
    await system.services.webhooks!.stop()
    await fill()
  })
  afterAll(async () => {
    await Promise.all(clients.map(client => client.end()))
    await system.stop()
  })
  const owner = (text: string, values: unknown[] = []) =>
    asOwner(system.ownerUrl, client => client.query(text, values)).then(({ rows }) => rows)
  const connect = async (role: 'databaseUrl' | 'systemDatabaseUrl') => {
    const client = new pg.Client({ connectionString: system.configs.webhooks![role] })
    await client.connect()
    clients.push(client)
    return client
  }

  /**
   * 2,000 channels, asleep and awake, leased and free; 50,000 due deliveries, 10,000 of them in one channel; 20,000 events.
   */
  async function fill() {
    const ids = callers.map(({ school }) => school)
    const moment = `now() - interval '1 hour' * random()`
    await owner(
      `insert into webhooks.channels (school_id, webhook_id, active, suspended, wake_at, holder, leased_until)
       select s, 'whk_' || s || n, true, false, case when n % 2 = 0 then ${moment} else now() + interval '1 hour' end,
         case when n % 20 = 0 then 'another' end, case when n % 20 = 0 then now() + interval '1 hour' end
       from unnest($1::text[]) s, generate_series(1, ${channelsOfSchool}) n`,
      [ids],
    )
    await owner(
      `insert into webhooks.events (school_id, id, type, sequence, created_at, request_id, user_id, object_id, payload,
         takers, entered_at)
       select s, id, 'order.' || (array['created', 'paid', 'updated', 'canceled'])[n % 4 + 1], n, ${moment}, md5(n::text),
         'usr_' || n % 50, 'ord_' || n % 200, replace($3, '$id', id), array[n % 10, 10 + n % 100, 1000], now()
       from unnest($1::text[]) with ordinality s(s, place), generate_series(1, ${eventsOfSchool}) n,
         lateral (select ($2::text[])[(place - 1) * ${eventsOfSchool} + n]) made(id)`,
      [ids, Array.from({ length: schools * eventsOfSchool }, () => newId('evt')), payload],
    )
    await owner(
      `insert into webhooks.cursors (school_id, webhook_id, sequence, done, caught_up)
       select school_id, webhook_id, case when number % 7 = 0 then 900 else 1000 end, '{}', number % 7 <> 0
       from webhooks.channels`,
    )
    // One for each event, and many failures in one channel.
    await owner(
      `insert into webhooks.deliveries (school_id, id, webhook_id, event_id, event_type, status, attempt_count, failed_at,
         manual, replayed, request_id, created_at)
       select school_id, 'dlv' || substr(id, 4) || n, 'whk_' || school_id || 1, id, type,
         case when n > 0 then 'failed' else 'delivered' end, 1, case when n > 0 then ${moment} end,
         n > 0, false, request_id, created_at
       from webhooks.events, generate_series(0, case when school_id = $1 then ${crowded / eventsOfSchool} else 0 end) n`,
      [ids[0]],
    )
    const due = (school: string, channel: string, many: string) => `
      insert into webhooks.due (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed)
      select ${school}, ${channel}, ${moment}, 'dlv_' || md5(random()::text), 'evt_', (random() < 0.05)::int, false, false
      from ${many}`
    await owner(
      due(
        's',
        `'whk_' || s || l`,
        `unnest($1::text[]) s, generate_series(1, ${channelsOfSchool}) l, generate_series(1, ${dueOfChannel}) n`,
      ),
      [ids],
    )
    await owner(due('$1', `'whk_' || $1 || '1'`, `generate_series(1, ${crowded}) n`), [ids[0]])
    await owner(
      'analyze webhooks.channels, webhooks.cursors, webhooks.events, webhooks.deliveries, webhooks.due',
    )
    // The statistics do not know the deliveries yet that wait for their object.
    await owner(
      `insert into webhooks.due
         (school_id, webhook_id, at, delivery_id, event_id, attempts, manual, replayed, object_id, sequence)
       select $1, 'whk_' || $1 || '2', 'infinity', 'dlv_' || n, 'evt_', 0, false, false, 'ord_' || n % 100, n
       from generate_series(1, ${crowded}) n`,
      [ids[0]],
    )
  }

  /** Tables read from end to end. Partitions without rows do not count: nothing is cheaper than to read nothing. */
  async function scanned(plan: Plan): Promise<string[]> {
    const names = planNodes(plan)
      .filter(node => node['Node Type'] === 'Seq Scan')
      .map(node => node['Relation Name']!)
    if (names.length === 0) return []
    const rows = await owner(
      `select relname from pg_class
       where relnamespace = 'webhooks'::regnamespace and relname = any($1) and reltuples > 0`,
      [names],
    )
    return rows.map(({ relname }) => relname)
  }

  const now = () => new Date().toISOString()

  describe.each(planModes)('with %s', mode => {
    test('a claim finds the channels to wake by their index', async () => {
      const client = await connect('systemDatabaseUrl')
      const plan = await planOf(client, { text: claimSql, values: ['me', now(), '100', '{}', 't'] }, { mode })
      expect(await scanned(plan)).toEqual([])
      expect(planNodes(plan).map(node => node['Index Name'])).toContain('channels_to_wake')
    })

    test('a fetch reads no more of a queue than it takes', async () => {
      const client = await connect('systemDatabaseUrl')
      const school = callers[0]!.school
      const webhookIds = [1, 2, 3].map(number => `whk_${school}${number}`)
      const values = [
        `{${webhookIds.map(() => school).join(',')}}`,
        `{${webhookIds.join(',')}}`,
        '{200,16,16}',
        `{${webhookIds.map(() => `"${now()}"`).join(',')}}`,
      ]
      const plan = await planOf(client, { text: dueSql, values }, { mode })
      expect(await scanned(plan)).toEqual([])
      // Sorted by the index, so that the crowded channel costs what the others cost.
      expect(planNodes(plan).map(node => node['Node Type'])).not.toContain('Sort')
    })

    test('the next delivery of an object is found by its index, however many wait for other objects', async () => {
      const client = await connect('systemDatabaseUrl')
      const school = callers[0]!.school
      const values = [`{${school}}`, `{whk_${school}2}`, '{ord_7}', now()]
      const nodes = planNodes(await planOf(client, { text: nextSql, values }, { mode }))
      const due = nodes.filter(node => node['Relation Name'] === 'due' && node['Node Type'] !== 'ModifyTable')
      expect(due.map(node => node['Index Name'] ?? node['Node Type']).sort()).toEqual([
        'Tid Scan',
        'due_of_objects',
      ])
    })

    test('a read of the journal continues from the positions of its channels', async () => {
      const client = await connect('systemDatabaseUrl')
      const schools = callers.slice(0, 3).map(({ school }) => school)
      const values = [
        `{${schools.join(',')}}`,
        '{0,500,990}',
        '{20000,20500,20990}',
        '{"{1000}","{1,2,3}","{5,1000}"}',
        '{200,16,500}',
      ]
      const plan = await planOf(client, { text: readEventsSql, values }, { mode })
      expect(await scanned(plan)).toEqual([])
    })

    test('a retry of failures reads them in order, and finds events and their other deliveries by id', async () => {
      const client = await connect('databaseUrl')
      const school = callers[0]!.school
      const values = [school, `whk_${school}1`, '2026-01-01T00:00:00Z', '', '50', 't']
      const plan = await planOf(client, { text: failuresSql, values }, { mode, school })
      expect(await scanned(plan)).toEqual([])
      const indexes = planNodes(plan).map(node => node['Index Name'] ?? '')
      // Sorted by the index, so that many failures cost what few cost.
      expect(planNodes(plan).map(node => node['Node Type'])).not.toContain('Sort')
      for (const end of ['school_id_webhook_id_failed_at_id_idx', 'school_id_event_id_idx'])
        expect(indexes.some(name => name.endsWith(end))).toBe(true)
    })

    test('the list of deliveries reads pending ones only behind cursors', async () => {
      const client = await connect('databaseUrl')
      const plan = await planOf(
        client,
        { text: waiting!.statement.text, values: waiting!.values },
        {
          mode,
          school: callers[0]!.school,
        },
      )
      expect(await scanned(plan)).toEqual([])
      const sequences = planNodes(plan).filter(node => node['Index Name']?.endsWith('school_id_sequence_idx'))
      expect(sequences.length).toBeGreaterThan(0)
    })

    test.each([
      ['what events say is read', eventsSql],
      ['the journal asks for what it knows', existingSql],
    ])('%s by their keys', async (_, text) => {
      const client = await connect('systemDatabaseUrl')
      const events = await owner('select school_id, id from webhooks.events order by random() limit 500')
      const values = [
        `{${events.map(({ school_id }) => school_id).join(',')}}`,
        `{${events.map(({ id }) => id).join(',')}}`,
      ]
      expect(await scanned(await planOf(client, { text, values }, { mode }))).toEqual([])
    })

    test.each(lists)('the list of events: %s', async name => {
      const client = await connect('databaseUrl')
      const { statement, values } = listed.get(name)!
      const school = callers[0]!.school
      const plan = await planOf(client, { text: statement.text, values }, { mode, school })
      expect(await scanned(plan)).toEqual([])
    })
  })

  test('a sequential scan would be noticed', async () => {
    const client = await connect('systemDatabaseUrl')
    const text = 'select * from webhooks.due d where d.attempts = $1'
    expect(
      await scanned(await planOf(client, { text, values: ['0'] }, { mode: 'force_custom_plan' })),
    ).toEqual(['due'])
  })

  /** The statement that the service sends for a list of events. */
  async function listStep(query: Query): Promise<Step> {
    const ask = () => webhooksOf(system, callers[0]!).events.list({ query })
    const steps = await listSteps(system, 'webhooks', ask)
    expect(steps).toHaveLength(1)
    return steps[0]!
  }
})
