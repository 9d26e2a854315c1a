// A restore to a second, under load: a base backup taken while changes are made, the archived log, another folder. What was
// acknowledged before that second is there, what began after it is not, what was told of it is named, and no number of an
// event that a subscriber has seen is given again.
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkBackup, metricsText, settle, takeBackup, unpack } from '@lms/cli/backup'
import { newId } from '@lms/contract'
import { streams } from '@lms/events'
import { startPostgres } from '@lms/local'
import { type RunningService, runService } from '@lms/service-host'
import { asOwner, eventually, type Servers, startServers, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { webhooksContract } from '@lms/webhooks/contract'
import { webhooksService } from '@lms/webhooks/service'
import { type Receivers, startReceivers } from '../faults/receivers.ts'

const services = [usersService, webhooksService]
const patience = 90_000

describe('a restore to a second', () => {
  let servers: Servers
  let system: TestSystem
  let receivers: Receivers
  let running: Record<string, RunningService>
  const at = (name: string) => join(servers.folder, name)
  const owner = <T>(work: Parameters<typeof asOwner<T>>[1]) => asOwner(system.ownerUrl, work)
  const value = async (sql: string) =>
    Object.values((await owner(client => client.query(sql))).rows[0] as object)[0] as string

  beforeAll(async () => {
    servers = await startServers({ services })
    const { port, url } = servers.postgres
    // Postgres, which may run as another user, writes there.
    mkdirSync(at('archive'))
    chmodSync(at('archive'), 0o777)
    await asOwner(url, async client => {
      await client.query(`alter system set archive_mode = 'on'`)
      await client.query(`alter system set archive_command = 'cp "%p" "${at('archive')}/%f"'`)
    })
    await servers.postgres.stop()
    servers.postgres = await startPostgres({ dataDir: at('postgres'), port, durable: false })
    const settings = { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } }
    system = await startSystem({ services, servers, settings })
    running = { ...system.services }
    receivers = await startReceivers()
  }, patience)
  afterAll(async () => {
    await Promise.all(Object.values(running ?? {}).map(one => one.stop()))
    await system?.bus.nats.close()
    await servers?.stop()
    receivers?.close()
  }, patience)

  const stopServices = () => Promise.all(Object.values(running).map(one => one.stop()))
  const startServices = async () => {
    for (const service of services)
      running[service.contract.service] = await runService(service, system.configs[service.contract.service]!)
  }
  const source = () => ({
    databases: Object.fromEntries(services.map(({ contract }) => [contract.service, system.ownerUrl])),
    secretKeys: system.installation.secretKeys,
    storage: `disk:${at('files')}`,
    version: '0.0.0',
    now: () => new Date(),
  })

  test('keeps what was acknowledged before it, and names what was told after it', async () => {
    const caller = system.caller()
    const people = system.client('users', usersContract.resources, caller)
    const hooks = system.client('webhooks', webhooksContract.resources, caller)
    const { url, secret, arrived } = receivers.hook(caller.school)
    const hook = await hooks.webhooks.create({ body: { url, secret, events: ['user.created'] } })
    const add = async () => (await people.users.create({ body: { email: `${newId('usr')}@example.org` } })).id
    const addMany = async (many: number) => {
      const ids: string[] = []
      for (let count = 0; count < many; count++) ids.push(await add())
      return ids
    }
    const before = await addMany(5)
    const [taken, during] = await Promise.all([takeBackup(source(), at('backups'), 2), addMany(20)])
    expect(taken.servers[0]!.bytes).toBeGreaterThan(1_000_000)
    before.push(...during, ...(await addMany(5)))
    // The second, by the clock of the database, between two changes that nobody makes at once.
    const time = await value('select clock_timestamp()::text')
    const after = await addMany(6)
    const told = async () => {
      const { data } = await hooks.events.list({ query: { sort: 'sequence', limit: 1000 } })
      const isAll = data.filter(({ type }) => type === 'user.created').length === before.length + after.length
      return isAll && data.every(({ id, type }) => type !== 'user.created' || arrived.has(id)) ? data : null
    }
    const seen = await eventually('all to be told', told, patience)
    const highest = Math.max(...seen.map(({ sequence }) => sequence))
    const later = seen.filter(({ data }: any) => after.includes(data.object.id)).map(({ id }) => id)
    expect(later).toHaveLength(after.length)

    const last = await value('select pg_walfile_name(pg_switch_wal())')
    await eventually('the log to be archived', () => existsSync(join(at('archive'), last)), patience)
    const bounds = { archive: at('archive'), hours: 1, minutes: 60, verifies: true }
    const check = await checkBackup(source(), at('backups'), bounds)
    expect(check.problems).toEqual([])
    expect(metricsText(check)).toContain('\nlms_backup_problems 0\n')

    await stopServices()
    servers.postgres.kill('SIGKILL')
    await servers.postgres.exited
    // Another machine has the folder of the server's data and its password.
    const fresh = at('restored')
    mkdirSync(fresh, { mode: 0o755 })
    const target = {
      from: at('backups'),
      server: 'postgres-1',
      to: join(fresh, 'cluster'),
      archive: at('archive'),
    }
    await unpack({ ...target, time })
    await expect(unpack({ ...target, time })).rejects.toThrow('is not empty')
    copyFileSync(join(at('postgres'), 'superuser-password'), join(fresh, 'superuser-password'))
    servers.postgres = await startPostgres({ dataDir: fresh, port: servers.postgres.port, durable: false })
    await eventually(
      'the end of the recovery',
      async () => (await value('select pg_is_in_recovery()::text')) === 'false',
      patience,
    )

    const settled = await settle({ databases: { ...source().databases }, bus: system.bus, filesAt: null })
    expect(settled).toMatchObject({ stream: 'newer', told_in_vain_count: after.length })
    expect(settled.told_in_vain.map(({ id }) => id).sort()).toEqual(later.sort())
    expect(settled.told_in_vain[0]).toMatchObject({ type: 'user.created', subscriptions: [hook.id] })
    expect(await system.bus.manager.streams.names().next()).not.toContain(streams.events.name)

    await startServices()
    const ids = (await people.users.list({ query: { limit: 1000 } })).data.map(({ id }) => id)
    expect(ids.sort()).toEqual(before.sort())
    const fresher = await addMany(2)
    const newest = await eventually(
      'the new ones to be told',
      async () => {
        const { data } = await hooks.events.list({ query: { sort: 'sequence', limit: 1000 } })
        const own = data.filter(({ data: { object } }: any) => fresher.includes(object.id))
        return own.length === 2 && own.every(({ id }) => arrived.has(id)) ? own : null
      },
      patience,
    )
    for (const { sequence } of newest) expect(sequence).toBeGreaterThan(highest)
    // Of those before the second each is there once, and was told.
    const { data: journal } = await hooks.events.list({ query: { type: 'user.created', limit: 1000 } })
    expect(journal.map(({ data }: any) => data.object.id).sort()).toEqual([...before, ...fresher].sort())
  })
})
