import { asOwner, eventually } from '@lms/testing'
import { crmContract } from '../contract.ts'
import { type MailedWorld, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld()
})
afterAll(() => world?.stop())

/** Lets the tasks run, and time pass. */
async function later(): Promise<void> {
  await world.system.services.crm!.workOffTasks()
  world.now += 60_000
}

/** A school with a segment of one person whose first rule is, as in a large school, still being applied to all people. */
async function unbuilt() {
  const base = await schoolOf(world.system)
  const ann = await base.person({ first_name: 'Ann' })
  const path = await base.api.segments
    .create({ body: { name: 'Ann', rule: { field: 'first_name', equals: 'Ann' } } })
    .then(({ id }) => ({ id }))
  await eventually('the member', async () => (await base.api.segments.get({ path })).size === 1)
  const set = (fields: string) =>
    asOwner(world.system.ownerUrl, owner =>
      owner.query(`update crm.segments set ${fields} where school_id = $1 and id = $2`, [
        base.caller.school,
        path.id,
      ]),
    )
  await set(`status = 'building', generation = 0, building = 1`)
  const built = () => set(`status = 'ready', generation = 1, building = null`)
  return { ...base, ann, segment_id: path.id, built }
}

test('a mailing to a segment that is still being built for the first time waits for its members', async () => {
  const { api, segment_id, built } = await unbuilt()
  const { id } = await api.mailings.create({
    body: {
      ...{ name: 'News', topic: 'study', subject: 'News', body: 'Hello' },
      audience: { segment_ids: [segment_id] },
    },
  })
  const get = () => api.mailings.get({ path: { id } })
  await api.mailings.start({ path: { id }, body: {} })
  for (let minute = 0; minute < 3; minute++) await later()
  expect(await get()).toMatchObject({ status: 'running', counts: { audience: 0 } })
  await built()
  await eventually('the end', async () => {
    await later()
    return (await get()).status === 'finished'
  })
  expect(await get()).toMatchObject({ counts: { audience: 1, sent: 1 } })
})

test('the lists of its people say so, and are no answer that nobody is in it', async () => {
  const { api, users, ann, segment_id, built } = await unbuilt()
  const lists = () =>
    Promise.all([
      users.list({ query: { segment_id } }),
      api.segmentMembers.list({ path: { id: segment_id } }),
    ])
  for (const list of await lists())
    expect(list).toMatchObject({ data: [], warnings: [expect.stringContaining('still being built')] })
  await built()
  const [people, members] = await lists()
  expect(people).toMatchObject({ data: [{ id: ann.id }] })
  expect(members.data).toHaveLength(1)
  for (const list of [people, members]) expect(list).not.toHaveProperty('warnings')
})

test('an action on such a segment waits, too', async () => {
  const { caller, segment_id, apiKeys, tags, built } = await unbuilt()
  const key = await apiKeys.issue({
    body: { name: 'Bulk', role: 'owner', kind: 'integration', scope: ['*'] },
  })
  const orderer = { ...caller, key: key.id, user: null, onBehalf: false }
  const { bulkActions } = world.system.client('crm', crmContract.resources, orderer as never)
  const { id: tag_id } = await tags.create({ body: { name: 'VIP' } })
  const { id } = await bulkActions.create({ body: { segment_id, kind: 'add_tag', tag_id } as never })
  const get = () => bulkActions.get({ path: { id } })
  for (let minute = 0; minute < 3; minute++) await later()
  expect(await get()).toMatchObject({ status: 'queued' })
  await built()
  await eventually('the end', async () => {
    await later()
    return (await get()).status === 'finished'
  })
  expect(await get()).toMatchObject({ counts: { audience: 1, done: 1 } })
})

test('a segment whose rule names such a segment is built after it', async () => {
  const { api, person, segment_id, built } = await unbuilt()
  const bea = await person({ first_name: 'Bea' })
  const { id } = await api.segments.create({
    body: { name: 'Others', rule: { not: { segment: segment_id } } },
  })
  const get = () => api.segments.get({ path: { id } })
  for (let minute = 0; minute < 3; minute++) await later()
  expect(await get()).toMatchObject({ status: 'building', size: 0 })
  await built()
  await eventually('the others', async () => {
    await later()
    const { status, size } = await get()
    return status === 'ready' && size === 1
  })
  const members = await api.segmentMembers.list({ path: { id } })
  expect(members.data).toMatchObject([{ user_id: bea.id }])
})
