// Which subscriptions get a notice after an hour of failures, by their rows.
import { newId } from '@lms/contract'
import { step } from '@lms/service-host'
import type { TestSystem } from '@lms/testing'
import { type Facts, factsOf, holdLock } from '../testing/journal-facts.ts'
import { startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { noteSql } from './failing.ts'

describe('subscriptions that have failed for an hour', () => {
  let system: TestSystem
  let facts: Facts
  beforeAll(async () => {
    // No task runs: the notices stay as they are noted.
    system = await startWebhooks({
      settings: { taskSlots: 0, settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } },
    })
    facts = factsOf(system.ownerUrl)
  })
  beforeEach(async () => {
    for (const table of ['health', 'notices', 'tasks']) await facts.rows(`delete from webhooks.${table}`)
  })
  afterAll(() => system.stop())

  const fails = (school: string, webhook: string, minutes: number) =>
    facts.rows(
      `insert into webhooks.health (school_id, webhook_id, failing_since)
       values ($1, $2, now() - make_interval(mins => $3))`,
      [school, webhook, minutes],
    )
  const failing = async (minutes = 61) => {
    const caller = system.caller()
    const { id } = await webhooksOf(system, caller).webhooks.create({
      body: { url: 'http://127.0.0.1:9/', events: ['*'] },
    })
    await fails(caller.school, id, minutes)
    return { school: caller.school, webhook: id as string }
  }
  const note = () =>
    system.services.webhooks!.runtime.system.run([step(noteSql, [new Date().toISOString(), 'r'])])
  const noted = async () =>
    (await facts.rows('select webhook_id as id from webhooks.notices order by failing_since')).map(
      ({ id }) => id,
    )
  const tasks = async (webhook: string) =>
    (await facts.rows('select status from webhooks.tasks where key = $1 order by created_at', [webhook])).map(
      ({ status }) => status,
    )

  test('are noted, and those of a suspended school only when it is active again', async () => {
    const [open, suspended] = [await failing(62), await failing()]
    const suspend = (is: boolean) =>
      facts.rows('update webhooks.channels set suspended = $2 where webhook_id = $1', [suspended.webhook, is])
    await suspend(true)
    await note()
    expect(await noted()).toEqual([open.webhook])
    await suspend(false)
    await note()
    expect(await noted()).toEqual([open.webhook, suspended.webhook])
    expect(await tasks(suspended.webhook)).toEqual(['ready'])
  })

  test('are left to the next run while another one has them, and nobody waits', async () => {
    const [locked, free] = [await failing(62), await failing()]
    const lock = await holdLock(
      system.ownerUrl,
      `select from webhooks.health where webhook_id = '${locked.webhook}' for no key update`,
    )
    await note()
    expect(await noted()).toEqual([free.webhook])
    await lock.release()
    await note()
    expect(await noted()).toEqual([locked.webhook, free.webhook])
  })

  test('are noted five hundred at a time, those that have failed for longest first', async () => {
    const { school, webhook } = await failing(500)
    const others = Array.from({ length: 500 }, () => newId('sch'))
    await facts.rows(
      `insert into webhooks.channels select (jsonb_populate_record(l, jsonb_build_object('school_id', s.id))).*
       from webhooks.channels l, unnest($2::text[]) s(id) where l.webhook_id = $1`,
      [webhook, others],
    )
    await facts.rows(
      `insert into webhooks.health (school_id, webhook_id, failing_since)
       select s.id, $1, now() - make_interval(mins => 100 + s.place::int)
       from unnest($2::text[]) with ordinality s(id, place)`,
      [webhook, others],
    )
    const schools = async () =>
      (await facts.rows('select school_id as id from webhooks.notices')).map(({ id }) => id)
    await note()
    // The first of the others has failed for the shortest time.
    expect((await schools()).sort()).toEqual([school, ...others.slice(1)].sort())
    await note()
    expect(await schools()).toHaveLength(501)
    await facts.rows('delete from webhooks.channels where school_id = any($1::text[])', [others])
  })

  test.each([
    ['waits are not noted again', 'waiting', false],
    ['was given up are noted again', 'failed', true],
  ])('whose earlier notice %s', async (_, status, isNew) => {
    const { school, webhook } = await failing()
    await facts.rows(
      `insert into webhooks.notices (school_id, webhook_id, delivery_id, request_id, next_at, updated_at)
       values ($1, $2, 'dlv_1', 'earlier', now(), now())`,
      [school, webhook],
    )
    await facts.rows(
      `insert into webhooks.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
       values ($1, 'send-notice', $2, $3, '{}', $4, now(), 'r', now() - interval '1 day')`,
      [school, newId('job'), webhook, status],
    )
    await note()
    const [notice] = await facts.rows('select delivery_id, request_id from webhooks.notices')
    expect(notice).toEqual(
      isNew ? { delivery_id: null, request_id: 'r' } : { delivery_id: 'dlv_1', request_id: 'earlier' },
    )
    expect(await tasks(webhook)).toEqual(isNew ? [status, 'ready'] : [status])
  })
})
