// Each disagreement after a restore, decided: by rows and messages that are put where a restore would leave them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settle } from '@lms/cli/backup'
import { newId } from '@lms/contract'
import { eventSubject, streams } from '@lms/events'
import { type RunningService, runService } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { webhooksContract } from '@lms/webhooks/contract'
import { webhooksService } from '@lms/webhooks/service'

const services = [usersService, siteService, webhooksService]

describe('what disagrees after a restore', () => {
  let system: TestSystem
  let running: RunningService[]
  beforeAll(async () => {
    system = await startSystem({ services })
    running = Object.values(system.services)
  })
  afterAll(async () => {
    await Promise.all(running.map(one => one.stop()))
    await system.stop()
  })

  const query = async (sql: string, values: unknown[] = []) =>
    (await asOwner(system.ownerUrl, client => client.query(sql, values))).rows
  const settleNow = (filesAt: string | null = null) => {
    const databases = Object.fromEntries(services.map(({ contract }) => [contract.service, system.ownerUrl]))
    return settle({ databases, bus: system.bus, filesAt })
  }
  const pause = async () => {
    await Promise.all(running.map(one => one.stop()))
    const connections = `select from pg_stat_activity where application_name like 'lms %'`
    await eventually('the connections to end', async () => (await query(connections)).length === 0)
  }
  const goOn = async () => {
    running = []
    for (const { contract } of services) {
      const service = services.find(each => each.contract === contract)!
      running.push(await runService(service, system.configs[contract.service]!))
    }
  }
  const lastOf = async (school: string) =>
    Number((await query('select last from webhooks.sequences where school_id = $1', [school]))[0]?.last)
  /** A school with some events in its journal. */
  async function school(many: number) {
    const caller = system.caller()
    const people = system.client('users', usersContract.resources, caller)
    const hooks = system.client('webhooks', webhooksContract.resources, caller)
    for (let count = 0; count < many; count++)
      await people.users.create({ body: { email: `${newId('usr')}@example.org` } })
    const events = async () =>
      (await hooks.events.list({ query: { type: 'user.created', limit: 1000 } })).data
    await eventually('the journal', async () => (await events()).length === many)
    await eventually(
      'the outboxes to be empty',
      async () =>
        (
          await query("select from users.outbox where school_id = $1 and subject like 'events.%'", [
            caller.school,
          ])
        ).length === 0,
    )
    return { id: caller.school, people, events }
  }
  /** An event in the stream of a change that is gone. */
  const publish = (school: string, type: string, object: object) => {
    const event = {
      id: newId('evt'),
      type,
      created_at: new Date().toISOString(),
      data: { object },
      related: {},
    }
    return system.bus.js.publish(eventSubject(school, type), JSON.stringify(event), { msgID: event.id })
  }

  test('it is refused while a service runs', async () => {
    await expect(settleNow()).rejects.toThrow(/Stop .*users.* first/)
  })

  test('receipts that were given to payments that are gone are named, and numbers of events go on behind them', async () => {
    const { id } = await school(3)
    await pause()
    const before = await lastOf(id)
    await publish(id, 'payment.receipt_issued', { id: 'rcp_gone', number: 'R-17' })
    await publish(id, 'payment.succeeded', { id: 'pay_gone' })
    const settled = await settleNow()
    expect(settled).toMatchObject({ stream: 'newer', told_in_vain_count: 2, ahead: { [id]: 2 }, files: null })
    expect(settled.receipts).toEqual([{ school_id: id, number: 'R-17', receipt_id: 'rcp_gone' }])
    expect(await lastOf(id)).toBe(before + 2)
    await goOn()
  })

  test('a stream that is gone is begun anew, far ahead, and nothing is lost', async () => {
    const { id, people, events } = await school(2)
    await pause()
    const before = await lastOf(id)
    await system.bus.manager.streams.delete(streams.events.name)
    await system.bus.ensureStreams()
    expect(await settleNow()).toMatchObject({ stream: 'gone', told_in_vain: [], receipts: [] })
    expect(await lastOf(id)).toBe(before + 10_000_000)
    await goOn()
    await people.users.create({ body: { email: `${newId('usr')}@example.org` } })
    await eventually('its event', async () => (await events()).length === 3)
  })

  test('a stream that is older than the journal is begun anew: it would keep new events from it', async () => {
    const { id, people, events } = await school(2)
    await pause()
    await query('update webhooks.positions set last = last + 1000')
    expect(await settleNow()).toMatchObject({ stream: 'gone' })
    await goOn()
    await people.users.create({ body: { email: `${newId('usr')}@example.org` } })
    await eventually('its event', async () => (await events()).length === 3)
    expect(await lastOf(id)).toBeGreaterThan(10_000_000)
  })

  test('files without bytes and bytes without a file are listed', async () => {
    const { id } = await school(1)
    await pause()
    const root = join(system.servers.folder, 'compared')
    for (const file of ['fil_there', 'fil_bytes']) {
      mkdirSync(join(root, id, file, 'original'), { recursive: true })
      writeFileSync(join(root, id, file, 'original', '1'), 'bytes')
    }
    for (const file of ['fil_there', 'fil_row'])
      await query(
        `insert into site.artifacts (school_id, id, status, name, content_type, size, pieces, stored_pieces, is_whole, expires_at, created_at, maker)
         values ($1, $2, 'stored', 'a.csv', 'text/csv', 5, 1, 1, true, now(), now(), 'test')`,
        [id, file],
      )
    const { files } = await settleNow(root)
    expect(files?.without_row).toEqual([`${id}/fil_bytes`])
    expect(files?.without_bytes).toEqual([`${id}/fil_row`])
    await goOn()
  })
})
