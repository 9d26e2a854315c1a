import { newId } from '@lms/contract'
import { eventually, type TestSystem } from '@lms/testing'
import { userAnonymized } from '@lms/users/contract'
import { keepPartitions } from '../partitions.ts'
import { type Facts, factsOf, holdLock } from '../testing/journal-facts.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'

describe('the erasure of a person', () => {
  let system: TestSystem
  let receiver: Receiver
  let facts: Facts
  let offset = 0
  beforeAll(async () => {
    system = await startWebhooks({ clock: { now: () => new Date(Date.now() + offset) } })
    facts = factsOf(system.ownerUrl)
    // It answers with the request's body, as some do.
    receiver = await startReceiver(({ body }, response) => void response.end(body))
  })
  afterAll(async () => {
    await system.stop()
    await receiver.close()
  })

  const email = 'ann.lee@school.org'
  const phone = '+491711234567'
  const person = (id: string) => ({
    id,
    email,
    phone,
    first_name: 'Annabel',
    last_name: 'Lee',
    role: 'student',
    locale: 'en',
    time_zone: 'UTC',
    status: 'active',
    custom_fields: { diet: 'vegan-zebra' },
    version: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  })
  const nobody = (id: string) => ({
    ...person(id),
    email: null,
    phone: null,
    first_name: '',
    last_name: '',
    custom_fields: {},
  })

  /** Tables of the service in which a text of this school stands. */
  async function tablesWith(text: string, school: string): Promise<string[]> {
    const tables = await facts.rows(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'webhooks'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id')`,
    )
    const tableNames: string[] = []
    for (const { name } of tables) {
      const rows = await facts.rows(
        `select 1 from webhooks."${name}" t where school_id = $1 and position(lower($2) in lower(t::text)) > 0 limit 1`,
        [school, text],
      )
      if (rows.length) tableNames.push(name)
    }
    return tableNames.sort()
  }

  test('takes their data out of the journal and of stored answers, and nobody else\u2019s', async () => {
    const caller = system.caller()
    const { webhooks, events } = webhooksOf(system, caller)
    await webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    const [ann, bob] = [newId('usr'), newId('usr')]
    const of = (id: string) => ({ user_id: id })
    const order = { id: newId('ord'), amount: 100, comment: 'ring me', title: `For ${email}` }
    const emitted = [
      { type: 'user.created', object: person(ann), related: of(ann) },
      {
        type: 'user.created',
        object: { ...person(bob), email: 'bob@school.org', phone: null },
        related: of(bob),
      },
      // More than a batch, so that it continues from its position.
      ...Array.from({ length: 230 }, () => ({ type: 'order.paid', object: order, related: of(ann) })),
      // What an agent proposes to one person tells of another.
      {
        type: 'system.agent_confirmation_requested',
        object: { id: newId('agc'), summary: `Write to ${email}` },
        related: of(bob),
      },
    ]
    const createdEvents = await emit(system, caller.school, emitted)
    await eventually(
      'all deliveries',
      async () => (await facts.statuses(caller.school)).delivered === emitted.length,
    )
    for (const text of [email, phone])
      expect(await tablesWith(text, caller.school)).toEqual(['deliveries', 'events'])
    await emit(system, caller.school, [{ type: userAnonymized.type, object: nobody(ann), related: of(ann) }])
    const pass = async () =>
      JSON.parse(
        (await facts.rows('select state from webhooks.tasks where key = $1', [ann]))[0]?.state ?? '{}',
      ).pass
    await eventually('the first pass', async () => (await pass()) === 2)
    for (const text of [email, phone, 'ring me']) expect(await tablesWith(text, caller.school)).toEqual([])
    expect(await tablesWith('bob@school.org', caller.school)).toEqual(['deliveries', 'events'])

    const created = await events.get({ path: { id: createdEvents[0]!.id } })
    expect(created.data.object).toEqual(nobody(ann))
    const paid = await events.get({ path: { id: createdEvents[2]!.id } })
    expect(paid.data.object).toEqual({ id: order.id, amount: 100, comment: '', title: '[erased]' })

    // Answers that were on their way meanwhile are found by the second pass: to the person's own events, and to others.
    for (const { id } of [createdEvents[0]!, createdEvents[2]!]) {
      await facts.rows('update webhooks.deliveries set response_body = $2 where event_id = $1', [id, email])
      await facts.rows(
        `insert into webhooks.attempts (school_id, id, delivery_id, number, response_code, response_body, duration_ms, created_at)
         select school_id, $3, id, 2, 500, $2, 1, now() from webhooks.deliveries where event_id = $1`,
        [id, email, newId('dat')],
      )
    }
    offset += 121_000
    await eventually('the end', async () => (await pass()) === undefined)
    expect(await tablesWith(email, caller.school)).toEqual([])
  })

  test('masks the person in the conditions and descriptions of subscriptions, and widens none', async () => {
    const caller = system.caller()
    const { webhooks, events } = webhooksOf(system, caller)
    const ann = newId('usr')
    const make = (filter?: Record<string, string>, description?: string) => {
      const more = { ...(filter && { filter }), ...(description && { description }) }
      return webhooks.create({ body: { url: receiver.url, events: ['user.*'], ...more } })
    }
    const [described, filtered] = [await make(undefined, `Of ${email}`), await make({ email })]
    const theirs = await make({ email: `${email.toUpperCase()},bob@school.org` }, `For ${email}`)
    const others = await make({ email: 'bob@school.org' }, 'For Bob')
    const of = { related: { user_id: ann } }
    await emit(system, caller.school, [{ type: 'user.created', object: person(ann), ...of }])
    // What the journal gets after the anonymization comes without the person's e-mail.
    await eventually('the event', async () => (await events.list()).data.length === 1)
    await emit(system, caller.school, [{ type: userAnonymized.type, object: nobody(ann), ...of }])
    const erased = await eventually('the erasure', async () => {
      const webhook = await webhooks.get({ path: { id: theirs.id } })
      return webhook.version > theirs.version && webhook
    })
    expect(erased).toMatchObject({ filter: { email: '[erased],bob@school.org' }, description: null })
    expect(await webhooks.get({ path: { id: others.id } })).toMatchObject({
      filter: others.filter,
      description: 'For Bob',
      version: others.version,
    })
    expect(await webhooks.get({ path: { id: described.id } })).toMatchObject({ description: null })
    expect(await webhooks.get({ path: { id: filtered.id } })).toMatchObject({ filter: { email: '[erased]' } })
    expect(await tablesWith(email, caller.school)).not.toContain('subscriptions')
  })

  test('reaches all events of a person with more of them than are changed at a time, in whatever order they stand', async () => {
    const caller = system.caller()
    const user = newId('usr')
    await emit(system, caller.school, [
      { type: 'user.created', object: person(user), related: { user_id: user } },
    ])
    const stored = () =>
      facts
        .rows('select 1 from webhooks.events where school_id = $1', [caller.school])
        .then(rows => rows.length)
    await eventually('the journal', async () => (await stored()) === 1)
    const ids = Array.from({ length: 450 }, () => newId('evt'))
    await facts.rows(
      `insert into webhooks.events
         (school_id, id, type, sequence, created_at, request_id, user_id, object_id, takers, entered_at, payload)
       select school_id, n.id, 'order.paid', 1 + n.place, e.created_at, 'r', $2, null, '{}', e.entered_at,
         replace(replace(e.payload, e.id, n.id), 'user.created', 'order.paid')
       from webhooks.events e, unnest($3::text[]) with ordinality n(id, place)
       where e.school_id = $1 order by n.place desc`,
      [caller.school, user, ids],
    )
    await facts.rows('update webhooks.sequences set last = 451 where school_id = $1', [caller.school])
    await emit(system, caller.school, [
      { type: userAnonymized.type, object: nobody(user), related: { user_id: user } },
    ])
    await eventually('the erasure', async () => !(await tablesWith(email, caller.school)).includes('events'))
    expect(await stored()).toBe(452)
  })

  test('waits for a journal that is behind, because it may enter more of them', async () => {
    const caller = system.caller()
    const user = newId('usr')
    const journal = await holdLock(system.ownerUrl, 'lock table webhooks.sequences in share mode')
    const [event] = await emit(system, caller.school, [
      { type: userAnonymized.type, object: nobody(user), related: { user_id: user } },
    ])
    const task = async () =>
      (await facts.rows('select status, state, due_at from webhooks.tasks where key = $1', [user]))[0]
    const waiting = await eventually('the wait', async () => {
      const row = await task()
      return row?.state && row.status === 'waiting' && row
    })
    expect(JSON.parse(waiting.state)).toEqual({ pass: 1, own: false, position: 0 })
    await journal.release()
    await eventually('the journal', () => webhooksOf(system, caller).events.get({ path: { id: event!.id } }))
    await eventually('the first pass', async () => JSON.parse((await task()).state).pass === 2)
  })

  test('events that arrive from an outbox after both passes are blanked, in the journal and for receivers', async () => {
    const caller = system.caller()
    const { webhooks, events } = webhooksOf(system, caller)
    await webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    const user = newId('usr')
    const createdEvent = { type: 'user.created', object: person(user), related: { user_id: user } }
    await emit(system, caller.school, [createdEvent])
    await emit(system, caller.school, [
      { type: userAnonymized.type, object: nobody(user), related: { user_id: user } },
    ])
    await eventually('the note', async () => {
      const rows = await facts.rows('select 1 from webhooks.erased_people where user_id = $1', [user])
      return rows.length === 1
    })
    await facts.rows('delete from webhooks.tasks where key = $1', [user])
    await keepPartitions(system.services.webhooks!.runtime)
    const other = newId('usr')
    const before = receiver.received.length
    const submission = {
      id: newId('fsb'),
      user_id: user,
      answers: [{ key: 'contact', value: `Write to ${email}` }],
      page_url: `https://landing.example/?for=${email}`,
      utm: { source: email },
    }
    const [late, theirs, form] = await emit(system, caller.school, [
      { ...createdEvent, type: 'user.updated' },
      { type: 'user.updated', object: person(other), related: { user_id: other } },
      { type: 'user.form_submitted', object: submission, related: { user_id: user } },
    ])
    await eventually('all', () => receiver.received.length >= before + 3)
    const object = async (id: typeof late) => (await events.get({ path: { id: id!.id } })).data.object
    expect(await object(late)).toEqual(nobody(user))
    expect(await object(theirs)).toEqual(person(other))
    // Texts that only the declaration of the type calls personal.
    expect(await object(form)).toEqual({
      ...submission,
      answers: [{ key: 'contact', value: '' }],
      page_url: '',
      utm: { source: '' },
    })
    const ids = new Set<string>([late!.id, form!.id])
    const sent = receiver.received.filter(({ envelope }) => ids.has(envelope.id))
    expect(sent.map(({ body }) => body.includes(email))).toEqual([false, false])
  })

  test('is remembered for thirty days: longer than stream and outboxes keep what was said before', async () => {
    const caller = system.caller()
    const user = newId('usr')
    await emit(system, caller.school, [
      { type: userAnonymized.type, object: nobody(user), related: { user_id: user } },
    ])
    const daysLeft = async () => {
      const rows = await facts.rows(
        'select extract(day from till - now())::int as days from webhooks.erased_people where user_id = $1',
        [user],
      )
      return rows.map(({ days }) => days)
    }
    await eventually('the note', async () => (await daysLeft()).length === 1)
    const later = async (days: number) => {
      await facts.rows(
        `update webhooks.erased_people set till = till - make_interval(days => $2) where user_id = $1`,
        [user, days],
      )
      await keepPartitions(system.services.webhooks!.runtime)
      return daysLeft()
    }
    expect(await later(29)).toHaveLength(1)
    expect(await later(2)).toEqual([])
  })
})
