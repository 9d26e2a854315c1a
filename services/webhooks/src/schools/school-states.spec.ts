// The state of a school is published in a message, which can be lost with its stream; so the registry is asked, too.
import { jest } from '@jest/globals'
import { newId } from '@lms/contract'
import { invalidationSubject } from '@lms/events'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, type TestSystem } from '@lms/testing'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import { emit, type Receiver, startReceiver, startWebhooks, webhooksOf } from '../testing/receiver.ts'
import { askForStates } from './school-states.ts'

describe('the state of a school', () => {
  let system: TestSystem
  let facts: Facts
  let receiver: Receiver
  let ahead = 0
  beforeAll(async () => {
    const clock = { now: () => new Date(Date.now() + ahead) }
    // The registry is asked only where a test says so.
    const settings = { taskSlots: 0, settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } }
    system = await startWebhooks({ clock, others: [siteService], settings })
    facts = factsOf(system.ownerUrl)
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await receiver?.close()
    await system?.stop()
  })

  /** A school with a subscription, without messages of the registry about it. */
  async function openSchool() {
    const { registry } = system.internal('site', siteContract.internal)
    const host = `${newId('sch').slice(4)}.example`
    const { id } = await registry.create({ body: { name: 'School', domains: [host], limits: {} } })
    const caller = { ...system.caller(), school: id }
    await webhooksOf(system, caller).webhooks.create({ body: { url: receiver.url, events: ['*'] } })
    const become = (status: 'active' | 'suspended' | 'erasing') =>
      facts.rows('update site.schools set status = $2 where id = $1', [id, status])
    const isSuspended = async () =>
      (await facts.rows('select suspended from webhooks.channels where school_id = $1', [id]))[0].suspended
    return { id, become, isSuspended }
  }
  const ask = () => askForStates(system.services.webhooks!.runtime)

  test('that is unknown is looked up: its deliveries wait while it is suspended, and are sent afterwards', async () => {
    const { id, become, isSuspended } = await openSchool()
    await become('suspended')
    await ask()
    expect(await isSuspended()).toBe(true)
    await emit(system, id, [{}])
    await eventually('the journal', async () => (await facts.sequences(id)).length === 1)
    expect(await facts.statuses(id)).toEqual({ pending: 1 })
    await become('active')
    ahead += 60_001
    await ask()
    expect(await isSuspended()).toBe(false)
    await eventually('the delivery', async () => (await facts.statuses(id)).delivered === 1)
  })

  test('published a moment ago prevails over an answer that may be older', async () => {
    const { id, become, isSuspended } = await openSchool()
    await system.bus.js.publish(
      invalidationSubject(id, 'site'),
      JSON.stringify({ kind: 'school', status: 'suspended' }),
      { msgID: newId('evt') },
    )
    await eventually('the news', isSuspended)
    ahead = 0
    await ask()
    expect(await isSuspended()).toBe(true)
    await become('suspended')
    ahead = 120_000
    await ask()
    expect(await isSuspended()).toBe(true)
    await become('active')
    await ask()
    expect(await isSuspended()).toBe(false)
  })

  test('that is being erased keeps deliveries back, and nothing is stored of it after its end', async () => {
    const { id, become, isSuspended } = await openSchool()
    await become('erasing')
    await ask()
    expect(await isSuspended()).toBe(true)
    await facts.rows('insert into webhooks.erased_schools values ($1, now())', [id])
    for (const table of ['school_states', 'channels'])
      await facts.rows(`delete from webhooks.${table} where school_id = $1`, [id])
    ahead += 120_000
    await ask()
    expect(await facts.rows('select 1 from webhooks.school_states where school_id = $1', [id])).toEqual([])
    await facts.rows('delete from site.schools where id = $1', [id])
  })

  test('follows only messages about the school itself that say when they were sent', async () => {
    const [suspended, active] = [await openSchool(), await openSchool()]
    const say = (id: string, about: object, msgID: string = newId('evt')) =>
      system.bus.js.publish(invalidationSubject(id, 'site'), JSON.stringify(about), { msgID })
    await say(suspended.id, { kind: 'school', status: 'suspended' })
    await eventually('the news', suspended.isSuspended)
    for (const about of [{ kind: 'school' }, { kind: 'domain', status: 'active' }])
      await say(suspended.id, about)
    await say(active.id, { kind: 'domain', status: 'suspended' })
    await say(active.id, { kind: 'school', status: 'suspended' }, newId('ord'))
    await say('nobody', { kind: 'school', status: 'suspended' })
    const last = await openSchool()
    await say(last.id, { kind: 'school', status: 'suspended' })
    await eventually('the last news', last.isSuspended)
    expect([await suspended.isSuspended(), await active.isSuspended()]).toEqual([true, false])
    expect(await facts.rows(`select 1 from webhooks.school_states where school_id = 'nobody'`)).toEqual([])
    await say(suspended.id, { kind: 'school', status: 'active' })
    await eventually('the end', async () => !(await suspended.isSuspended()))
  })

  test('reaches subscriptions that were created while it changed, and not channels of deleted ones', async () => {
    const [suspended, active] = [await openSchool(), await openSchool()]
    ahead += 60_001
    await suspended.become('suspended')
    await active.become('suspended')
    await ask()
    await active.become('active')
    await ask()
    // As transactions leave it that see nothing of each other.
    await facts.rows('update webhooks.channels set suspended = not suspended where school_id = any($1)', [
      [suspended.id, active.id],
    ])
    const deleted = newId('whk')
    await facts.rows(
      'insert into webhooks.channels (school_id, webhook_id, active, suspended) values ($1, $2, true, false)',
      [suspended.id, deleted],
    )
    await ask()
    expect(await active.isSuspended()).toBe(false)
    const channels = await facts.rows(
      'select webhook_id = $2 as deleted, suspended from webhooks.channels where school_id = $1 order by 1',
      [suspended.id, deleted],
    )
    expect(channels).toEqual([
      { deleted: false, suspended: true },
      { deleted: true, suspended: false },
    ])
    await suspended.become('active')
  })

  test('that could not be stored is told to the log, and stored later', async () => {
    const { id, isSuspended } = await openSchool()
    const warn = jest.spyOn(system.services.webhooks!.runtime.log, 'warn')
    await facts.rows(
      `alter table webhooks.school_states add constraint refused check (school_id <> '${id}') not valid`,
    )
    await system.bus.js.publish(
      invalidationSubject(id, 'site'),
      JSON.stringify({ kind: 'school', status: 'suspended' }),
      { msgID: newId('evt') },
    )
    const failure = /state of a school failed and will be repeated/
    await eventually('the failure', () => warn.mock.calls.some(([, text]) => failure.test(`${text}`)))
    expect(warn.mock.calls.find(([, text]) => failure.test(`${text}`))![0]).toEqual({
      err: expect.any(Error),
    })
    warn.mockRestore()
    await facts.rows('alter table webhooks.school_states drop constraint refused')
    await eventually('the news', isSuspended)
  })

  test('is found among more schools than a page has', async () => {
    const { become, isSuspended } = await openSchool()
    const others = Array.from({ length: 1001 }, () => newId('sch'))
    await facts.rows(
      `insert into site.schools (school_id, id, name, status, limits, version, created_at, updated_at)
       select id, id, 'n', 'suspended', '{}', 1, now() - interval '1 day', now() from unnest($1::text[]) id`,
      [others],
    )
    await become('suspended')
    await ask()
    expect(await isSuspended()).toBe(true)
    const many = await facts.rows('select count(*)::int as many from webhooks.school_states where suspended')
    expect(many[0].many).toBe(1002)
  })
})
