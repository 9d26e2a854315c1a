// The maximum size of an export. A journey through all services tests the content.
import { newId } from '@lms/contract'
import { runService } from '@lms/service-host'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'
import { maxQueued } from './export.contract.ts'
import { buildExportTask, removeExportTask } from './export.run.ts'

describe('an export of personal data', () => {
  let system: TestSystem
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    const clock = { now: () => new Date(now) }
    system = await startSystem({ services: [usersService], clock, settings: { taskSlots: 0 } })
  })
  afterAll(() => system.stop())

  test("counts in the school's maximum of waiting ones", async () => {
    const caller = system.caller()
    const { users, dataExports } = system.client('users', usersContract.resources, caller)
    const person = () => users.create({ body: { email: `${newId('usr')}@school.org` } })
    const order = async () => dataExports.order({ path: { id: (await person()).id } })
    const first = await order()
    await asOwner(system.ownerUrl, client =>
      client.query(
        `insert into users.data_exports (school_id, id, user_id, status, version, created_at, updated_at)
         select school_id, id || n, user_id || n, status, version, created_at, updated_at
         from users.data_exports, generate_series(1, $2) n where id = $1`,
        [first.id, maxQueued - 2],
      ),
    )
    const last = await Promise.allSettled([order(), order()])
    expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(order()).rejects.toMatchObject({ status: 409, reason: 'too_many_exports' })
    expect(await dataExports.order({ path: { id: first.user_id } })).toMatchObject({ id: first.id })
    await asOwner(system.ownerUrl, client =>
      client.query('delete from users.data_exports where school_id = $1', [caller.school]),
    )
  })

  test('above the maximum size fails at once, stays failed for a day, and is then tried again', async () => {
    const { users, tags, personTags, dataExports } = system.client(
      'users',
      usersContract.resources,
      system.caller(),
    )
    const ann = await users.create({ body: { email: 'ann@school.org' } })
    await tags.create({ body: { name: 'VIP' } })
    await personTags.add({ path: { id: ann.id }, body: { tags: ['VIP'] } })
    const order = () => dataExports.order({ path: { id: ann.id } })
    const bytes = JSON.stringify(ann).length + 100
    const ofSmallFiles = { ...usersService, tasks: [buildExportTask(bytes), removeExportTask] }
    const small = await runService(ofSmallFiles, { ...system.configs.users!, port: 0 })

    const first = await order()
    expect(first).toMatchObject({ status: 'queued', failure: null })
    await small.workOffTasks()
    await small.stop()
    const failed = { id: first.id, status: 'failed', failure: 'too_large', download_path: null }
    expect(await order()).toMatchObject(failed)
    now += 24 * 3_600_000 - 1
    await system.services.users!.workOffTasks()
    expect(await order()).toMatchObject(failed)
    now += 1
    await system.services.users!.workOffTasks()
    const second = await order()
    expect(second).toMatchObject({ status: 'queued', failure: null })
    expect(second.id).not.toBe(first.id)
    await system.services.users!.workOffTasks()
    expect(await order()).toMatchObject({ id: second.id, status: 'finished', failure: null })
  })
})
