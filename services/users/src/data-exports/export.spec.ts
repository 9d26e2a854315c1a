// How large an export can be. What it holds is shown by a journey through all services.
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../contract.ts'
import { usersService } from '../service.ts'
import { workDataExports } from './export.job.ts'

describe('an export of personal data', () => {
  let system: TestSystem
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    const clock = { now: () => new Date(now) }
    system = await startSystem({ services: [{ ...usersService, jobs: [] }], clock })
  })
  afterAll(() => system.stop())

  test('larger than a file may be fails at once, says so for a day, and is then tried anew', async () => {
    const { users, tags, personTags, dataExports } = system.client(
      'users',
      usersContract.resources,
      system.caller(),
    )
    const ann = await users.create({ body: { email: 'ann@school.org' } })
    await tags.create({ body: { name: 'VIP' } })
    await personTags.add({ path: { id: ann.id }, body: { tags: ['VIP'] } })
    const order = () => dataExports.order({ path: { id: ann.id } })
    const { runtime } = system.services.users!
    const bytes = JSON.stringify(ann).length + 100

    const first = await order()
    expect(first).toMatchObject({ status: 'queued', failure: null })
    await workDataExports(runtime, bytes)
    const failed = { id: first.id, status: 'failed', failure: 'too_large', download_path: null }
    expect(await order()).toMatchObject(failed)
    now += 24 * 3_600_000 - 1
    await workDataExports(runtime)
    expect(await order()).toMatchObject(failed)
    now += 1
    await workDataExports(runtime)
    const second = await order()
    expect(second).toMatchObject({ status: 'queued', failure: null })
    expect(second.id).not.toBe(first.id)
    await workDataExports(runtime)
    expect(await order()).toMatchObject({ id: second.id, status: 'ready', failure: null })
  })
})
