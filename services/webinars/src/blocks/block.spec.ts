import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, webinarsService], settings: { taskSlots: 0 } })
})
afterAll(() => system.stop())

const poll = { key: 'how-often', kind: 'poll' as const, title: 'How often?', options: ['Daily', 'Weekly'] }

test('a block is added once for its key, then changed by it, and participants see what is shown', async () => {
  const { api, path, person, register, student } = await schoolWithSession(system)
  const ann = await person()
  await register(ann)
  const own = student(ann).roomBlocks
  const created = await api.roomBlocks.put({ path, body: poll })
  expect(created).toMatchObject({
    status: 'hidden',
    results: [
      { option: 'Daily', answers: 0 },
      { option: 'Weekly', answers: 0 },
    ],
  })
  expect((await own.list({ path })).data).toEqual([])
  const visible = await api.roomBlocks.put({ path, body: { ...poll, status: 'visible' } })
  expect(visible).toMatchObject({ id: created.id, status: 'visible', version: 2 })
  expect((await own.list({ path })).data).toEqual([visible])
  const stranger = student(await person()).roomBlocks.list({ path })
  await expect(stranger).rejects.toMatchObject({ status: 404 })
})

test('a block has what its kind needs, and keeps its kind', async () => {
  const { api, path } = await schoolWithSession(system)
  const unfit = { status: 422, reason: 'block_invalid' }
  for (const body of [
    { ...poll, options: ['Daily'] },
    { ...poll, kind: 'sale' as const, options: [] },
    { ...poll, kind: 'form' as const },
  ])
    await expect(api.roomBlocks.put({ path, body })).rejects.toMatchObject(unfit)
  await api.roomBlocks.put({ path, body: poll })
  expect(await api.roomBlocks.put({ path, body: { ...poll, options: ['Daily', 'Never'] } })).toMatchObject({
    options: ['Daily', 'Never'],
  })
})

test('a block that has shown itself and is hidden by hand stays hidden', async () => {
  const { api, path } = await schoolWithSession(system)
  const body = { ...poll, offset_seconds: 0 }
  await api.roomBlocks.put({ path, body })
  await api.webinarSessions.start({ path })
  const { workOffTasks } = system.services.webinars!
  await workOffTasks()
  const status = async () => (await api.roomBlocks.list({ path })).data[0]!.status
  expect(await status()).toBe('visible')
  await api.roomBlocks.put({ path, body: { ...body, status: 'hidden' } })
  await workOffTasks()
  expect(await status()).toBe('hidden')
})
