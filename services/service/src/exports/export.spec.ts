import { type Caller, type Id, newId } from '@lms/contract'
import { crmService } from '@lms/crm/service'
import { inSchool } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { serviceContract } from '../contract.ts'
import { serviceService } from '../service.ts'
import { download } from '../testing/download.ts'
import { maxExportBytes } from './export.contract.ts'
import type { Export } from './export.object.ts'

describe('an export of a list', () => {
  let system: TestSystem
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    const clock = { now: () => new Date(now) }
    system = await startSystem({
      services: [usersService, siteService, crmService, serviceService],
      clock,
      settings: { taskSlots: 0 },
    })
  })
  afterAll(() => system.stop())
  const exportsOf = (caller: Caller) => system.client('service', serviceContract.resources, caller).exports
  const usersOf = (caller: Caller) => system.client('users', usersContract.resources, caller)

  /** A caller with a key that exists, as exports go on without its request. */
  async function school(kind: 'integration' | 'personal' = 'integration') {
    const caller = system.caller()
    const { apiKeys, users } = usersOf(caller)
    const owner = await users.create({ body: { email: 'owner@school.org', role: 'owner' } })
    const key = await apiKeys.issue({
      body: { name: 'CRM', kind, role: 'owner', ...(kind === 'personal' && { user_id: owner.id }) },
    })
    const by: Caller = { ...caller, key: key.id, kind, user: kind === 'personal' ? owner.id : null }
    return { by, owner }
  }

  /** Runs the tasks of both services until the export has ended. */
  const ended = (by: Caller, id: string) =>
    eventually('the end of the export', async () => {
      now += 3000
      await system.services.service!.workOffTasks()
      await system.services.site!.workOffTasks()
      const currentExport = await exportsOf(by).get({ path: { id } })
      return currentExport.status !== 'queued' && currentExport.status !== 'running' ? currentExport : null
    })
  const textOf = async (by: Caller, { download_url }: Export) =>
    (await download(system, by, download_url!)).text()

  test('is a csv with the chosen columns, and with formulas as text', async () => {
    const { by } = await school()
    await usersOf(by).users.create({
      body: { email: 'ann@school.org', first_name: '=cmd()', last_name: 'A, "B"' },
    })
    const ordered = await exportsOf(by).create({
      body: {
        list: '/v1/users',
        fields: ['email', 'first_name', 'last_name', 'created_at'],
        time_zone: 'Europe/Moscow',
        query: 'email=ann@school.org',
      },
    })
    expect(ordered).toMatchObject({
      status: 'queued',
      download_url: null,
      progress: { done: 0, total: null },
    })
    const done = await ended(by, ordered.id)
    expect(done).toMatchObject({ status: 'finished', failure: null, progress: { done: 1, total: 1 } })
    expect(done.warnings).toEqual([])
    const text = await textOf(by, done)
    expect(text.split('\r\n')).toEqual([
      'email,first_name,last_name,created_at',
      expect.stringMatching(/^ann@school\.org,'=cmd\(\),"A, ""B""",2026-11-21T\d\d:30:\d\d\+03:00$/),
      '',
    ])
    expect(done.size).toBe(Buffer.byteLength(text))
  })

  test('is jsonl with whole objects over many pages, each once', async () => {
    const { by } = await school()
    const { tags } = usersOf(by)
    for (let number = 0; number < 60; number++) await tags.create({ body: { name: `tag ${number}` } })
    const { id } = await exportsOf(by).create({ body: { list: '/v1/tags', format: 'jsonl' } })
    const done = await ended(by, id)
    const lines = (await textOf(by, done))
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(new Set(lines.map(({ name }) => name)).size).toBe(60)
    expect(lines).toHaveLength(60)
    expect(lines[0]).toHaveProperty('created_at')
  })

  test('takes a filter that comes again as the list does: any of its values', async () => {
    const { by } = await school()
    const { users } = usersOf(by)
    const emails = ['ann@school.org', 'bea@school.org']
    for (const email of [...emails, 'cid@school.org']) await users.create({ body: { email } })
    const query = emails.map(email => `email=${email}`).join('&')
    const { id } = await exportsOf(by).create({ body: { list: '/v1/users', fields: ['email'], query } })
    const text = await textOf(by, await ended(by, id))
    expect(text.split('\r\n').sort()).toEqual(['', ...emails, 'email'])
  })

  test('ends when the key that ordered it is revoked', async () => {
    const { by } = await school()
    const { id } = await exportsOf(by).create({ body: { list: '/v1/users' } })
    await usersOf(by).apiKeys.revoke({ path: { id: by.key } })
    expect(await ended(by, id)).toMatchObject({ status: 'failed', failure: 'caller_without_right' })
  })

  test('has the rights that its person has at the moment', async () => {
    const { by, owner } = await school('personal')
    const { users } = usersOf({ ...by, user: null })
    const { id } = await exportsOf(by).create({ body: { list: '/v1/api-keys' } })
    // The last owner stays one.
    await users.create({ body: { email: 'other@school.org', role: 'owner' } })
    await users.update({ path: { id: owner.id }, body: { role: 'student' } })
    expect(await ended(by, id)).toMatchObject({ status: 'failed', failure: 'caller_without_right' })
  })

  test('waits while another export of the school runs', async () => {
    const { by } = await school()
    const orders = [0, 1].map(() => exportsOf(by).create({ body: { list: '/v1/users' } }))
    const [one, other] = (await Promise.all(orders)) as [Export, Export]
    const running: number[] = []
    await eventually('both exports', async () => {
      now += 3000
      await system.services.service!.workOffTasks()
      const { data } = await exportsOf(by).list()
      running.push(data.filter(({ status }) => status === 'running').length)
      await system.services.site!.workOffTasks()
      return data.every(({ status }) => status === 'finished')
    })
    expect(Math.max(...running)).toBe(1)
    expect(one.id).not.toBe(other.id)
  })

  test('shows its link to who ordered it and to administrators who may read the list, to nobody else', async () => {
    const { by } = await school()
    const { id } = await exportsOf(by).create({ body: { list: '/v1/users' } })
    await ended(by, id)
    const seen = async (rights: Partial<Caller>) =>
      (await exportsOf({ ...by, key: newId('key') as Id<'key'>, ...rights }).get({ path: { id } }))
        .download_url
    expect(await seen({})).toEqual(expect.any(String))
    expect(await seen({ rights: [['exports:read']] })).toBeNull()
    expect(await seen({ role: 'manager', rights: [['*:read']] })).toBeNull()
  })

  test('shows its link to an administrator only with the rights to what was expanded in it, too', async () => {
    const { by } = await school()
    const { id } = await exportsOf(by).create({ body: { list: '/v1/identities', expand: ['user'] } })
    await ended(by, id)
    const seen = async (...scope: string[]) =>
      (await exportsOf({ ...by, key: newId('key') as Id<'key'>, rights: [scope] }).get({ path: { id } }))
        .download_url
    expect(await seen('exports:read', 'identities:read')).toBeNull()
    expect(await seen('exports:read', 'identities:read', 'users:read')).toEqual(expect.any(String))
  })

  test('expires with its file after a day', async () => {
    const { by } = await school()
    const { id } = await exportsOf(by).create({ body: { list: '/v1/users' } })
    const done = await ended(by, id)
    expect((await download(system, by, done.download_url!)).status).toBe(200)
    now = Date.parse(done.expires_at!)
    await system.services.service!.workOffTasks()
    await system.services.site!.workOffTasks()
    expect(await exportsOf(by).get({ path: { id } })).toMatchObject({ status: 'expired', download_url: null })
    expect((await download(system, by, done.download_url!)).status).toBe(404)
  })

  test.each([
    ['a path that is no list', { list: '/v1/nothing' }, 'export_list_unknown'],
    ['a single object', { list: '/v1/me' }, 'export_list_unknown'],
    ['a path without the id in its place', { list: '/v1/groups/{id}/members' }, 'export_list_unknown'],
    ['an unknown field', { list: '/v1/users', fields: ['email', 'password'] }, 'export_fields_unknown'],
    ['an unknown relation', { list: '/v1/users', expand: ['password'] }, 'export_fields_unknown'],
  ])('is refused for %s', async (_, body, reason) => {
    await expect(exportsOf(system.caller()).create({ body })).rejects.toMatchObject({ status: 422, reason })
  })

  test('is refused for a list that the caller may not read', async () => {
    const caller = system.caller({ rights: [['exports:write']] })
    const ordering = exportsOf(caller).create({ body: { list: '/v1/users' } })
    await expect(ordering).rejects.toMatchObject({ status: 403, reason: 'export_beyond_own' })
  })

  test('is refused while the files of the school have as many bytes as they may, archives aside', async () => {
    const { by } = await school()
    const { id } = await exportsOf(by).create({ body: { list: '/v1/users' } })
    const become = (kind: string, size: number) =>
      inSchool(by.school, system.services.service!.runtime, async ({ work }) =>
        work.write('update service.exports set kind = $3, size = $4 where school_id = $1 and id = $2', [
          ...[by.school, id, kind, String(size)],
        ]),
      )
    const order = () => exportsOf(by).create({ body: { list: '/v1/tags' } })
    await become('full', maxExportBytes)
    await order()
    await become('list', maxExportBytes - 1)
    await order()
    await become('list', maxExportBytes)
    await expect(order()).rejects.toMatchObject({ status: 409, reason: 'exports_limit_reached' })
  })

  test('reads lists only: the token of its reader changes nothing', async () => {
    const caller = system.caller()
    const runtime = system.services.service!.runtime
    const scope = { school: caller.school, requestId: '0'.repeat(32), caller }
    const { users } = runtime.client('users', usersContract.resources, scope)
    await expect(users.create({ body: { email: 'x@school.org' } })).rejects.toMatchObject({ status: 403 })
    await expect(users.list()).resolves.toMatchObject({ data: [] })
  })
})
