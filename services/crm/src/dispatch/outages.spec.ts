import { runService } from '@lms/service-host'
import { asOwner, eventually } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmContract } from '../contract.ts'
import { type MailedWorld, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld()
})
afterAll(() => world?.stop())

/** Lets time pass until it holds. No task runs while the clock is put on: its worker would seem to have died. */
const afterTime = (what: string, minutes: number, holds: () => Promise<boolean>) =>
  eventually(what, async () => {
    await world.system.services.crm!.workOffTasks()
    world.now += minutes * 60_000
    return holds()
  })

/** Stops the users service for three hours. */
async function withoutUsers(meanwhile: () => Promise<void>): Promise<void> {
  await world.system.services.users!.stop()
  await meanwhile()
  const back = world.now + 3 * 3_600_000
  await afterTime('hours', 2, async () => world.now > back)
  world.system.services.users = await runService(usersService, world.system.configs.users!)
}

test('a mailing goes on where it stopped when the users service was away', async () => {
  const { api, person } = await schoolOf(world.system)
  const people = await Promise.all(Array.from({ length: 40 }, () => person()))
  const audience = { user_ids: people.map(({ id }) => id) }
  const { id } = await api.mailings.create({
    body: { name: 'News', topic: 'study', subject: 'News', body: 'Hello', audience },
  })
  let take = () => {}
  world.mail.until = new Promise(resolve => {
    take = resolve
  })
  await api.mailings.start({ path: { id }, body: {} })
  const counts = async () => (await api.mailings.get({ path: { id } })).counts
  await eventually('the first mail', async () => world.mail.startedCount === 1)
  await withoutUsers(async () => {
    take()
    // The next group is marked, and its people cannot be read.
    await eventually('the first group', async () => (await counts()).sent === 16)
  })
  await afterTime('the end', 1, async () => (await api.mailings.get({ path: { id } })).status === 'finished')
  expect(await counts()).toMatchObject({ audience: 40, sent: 40 })
  expect(world.mail.mails).toHaveLength(40)
})

test('a slow mail server gets what a step has time for, and nothing is lost of the others', async () => {
  const { api, person } = await schoolOf(world.system)
  const people = await Promise.all(Array.from({ length: 16 }, () => person()))
  const audience = { user_ids: people.map(({ id }) => id) }
  const { id } = await api.mailings.create({
    body: { name: 'News', topic: 'study', subject: 'News', body: 'Hello', audience },
  })
  const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  world.mail.until = first.promise
  const [startedBefore, sentBefore] = [world.mail.startedCount, world.mail.mails.length]
  await api.mailings.start({ path: { id }, body: {} })
  const counts = async () => (await api.mailings.get({ path: { id } })).counts
  await eventually('the first mail', async () => world.mail.startedCount === startedBefore + 1)
  world.mail.until = others.promise
  world.now += 50_000
  first.resolve()
  await eventually('the next step', async () => world.mail.startedCount === startedBefore + 2)
  expect(await counts()).toMatchObject({ sent: 1, unknown: 0 })
  others.resolve()
  await afterTime('the end', 1, async () => (await api.mailings.get({ path: { id } })).status === 'finished')
  expect(await counts()).toMatchObject({ audience: 16, sent: 16 })
  expect(world.mail.mails).toHaveLength(sentBefore + 16)
})

test('a mailing begins when the users service is back, however long it was away', async () => {
  const { api, person } = await schoolOf(world.system)
  const audience = { user_ids: [(await person()).id] }
  const { id } = await api.mailings.create({
    body: { name: 'News', topic: 'study', subject: 'News', body: 'Hello', audience },
  })
  await api.mailings.start({ path: { id }, body: { at: new Date(world.now + 60_000).toISOString() } })
  await withoutUsers(async () => {
    world.now += 120_000
  })
  await afterTime('the end', 1, async () => (await api.mailings.get({ path: { id } })).status === 'finished')
  expect((await api.mailings.get({ path: { id } })).counts).toMatchObject({ audience: 1, sent: 1 })
})

test('who wants no messages withdraws the consents, however long the users service was away', async () => {
  const { api, consents, person } = await schoolOf(world.system)
  const { id } = await person()
  await consents.record({ path: { id }, body: { channel: 'email', text_version: '1', source: 'form' } })
  await api.preferences.get({ path: { userId: id } })
  await withoutUsers(async () => {
    await api.preferences.replace({ path: { userId: id }, body: { all_off: true } })
  })
  await afterTime(
    'the withdrawal',
    1,
    async () => (await consents.list({ path: { id } })).data[0]!.status === 'withdrawn',
  )
})

test('a bulk action goes on when the users service is back, however long it was away', async () => {
  const { api, caller, person, apiKeys, tags } = await schoolOf(world.system)
  await person({ first_name: 'Ann' })
  const { id: segment_id } = await api.segments.create({
    body: { name: 'Ann', rule: { field: 'first_name', equals: 'Ann' } },
  })
  await eventually(
    'the member',
    async () => (await api.segments.get({ path: { id: segment_id } })).size === 1,
  )
  const key = await apiKeys.issue({
    body: { name: 'Bulk', role: 'owner', kind: 'integration', scope: ['*'] },
  })
  const orderer = { ...caller, key: key.id, user: null, onBehalf: false }
  const { bulkActions } = world.system.client('crm', crmContract.resources, orderer as never)
  const { id: tag_id } = await tags.create({ body: { name: 'VIP' } })
  const generation = (number: number) =>
    asOwner(world.system.ownerUrl, owner =>
      owner.query('update crm.segments set generation = $2 where school_id = $1', [caller.school, number]),
    )
  // The action begins while the service is away: until then its segment has no members yet.
  await generation(0)
  const { id } = await bulkActions.create({ body: { segment_id, kind: 'add_tag', tag_id } as never })
  const path = { id }
  await world.system.services.crm!.workOffTasks()
  await withoutUsers(async () => void (await generation(1)))
  await afterTime('the end', 1, async () =>
    ['finished', 'failed'].includes((await bulkActions.get({ path })).status),
  )
  expect(await bulkActions.get({ path })).toMatchObject({ status: 'finished', counts: { done: 1 } })
})
