import { eventually } from '@lms/testing'
import { crmContract } from '../contract.ts'
import { type MailedWorld, passing, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld()
})
afterAll(() => world.stop())

/** A school with a tag, a group and a segment, and the draft of a mailing to all of these. */
async function school() {
  const base = await schoolOf(world.system)
  const { api, groups, tags } = base
  const [tag, group] = await Promise.all([
    tags.create({ body: { name: 'VIP' } as never }),
    groups.create({ body: { name: 'Group' } }),
  ])
  const segment = await api.segments.create({
    body: { name: 'Anns', rule: { field: 'first_name', in: ['Ann'] } },
  })
  const audience = { tag_ids: [tag.id], group_ids: [group.id], segment_ids: [segment.id] }
  const content = { subject: 'Hi {{ user.first_name }}', body: 'Hello {{ user.first_name }}' }
  const { id } = await api.mailings.create({ body: { name: 'Autumn', topic: 'news', ...content, audience } })
  const path = { id }
  const dryRun = async (user_id: string) =>
    (await api.mailings.test({ path, body: { user_id: user_id as never, dry_run: true } })).dry_run!
  return { ...base, tag, group, segment, path, dryRun }
}

test('a dry run shows what a person would get, that they would not, and why', async () => {
  const { person, consents, members, group, dryRun, api, tag, segment, path } = await school()
  const ann = await person({ first_name: 'Ann' })
  await eventually('the segment', async () => (await dryRun(ann.id)).audience.included)
  const first = await dryRun(ann.id)
  expect(first).toMatchObject({
    content: { subject: 'Hi Ann', html: expect.stringContaining('Hello Ann') },
    ...{ reason: 'no_consent', send_after: null, message: null },
    audience: {
      active: true,
      parts: [
        { part: 'tag_ids', id: tag.id, matches: false },
        { part: 'group_ids', id: group.id, matches: false },
        { part: 'segment_ids', id: segment.id, matches: true },
      ],
    },
  })
  await consents.record({
    path: { id: ann.id },
    body: { channel: 'email', text_version: '1', source: 'form' },
  })
  expect(await dryRun(ann.id)).toMatchObject({ reason: null })
  await api.preferences.replace({
    path: { userId: ann.id },
    body: { quiet_hours: { from: '09:00', to: '10:00' }, time_zone: 'UTC' },
  })
  expect(await dryRun(ann.id)).toMatchObject({
    reason: null,
    send_after: expect.stringContaining('T10:00:00'),
  })

  const bea = await person({ first_name: 'Bea' })
  expect((await dryRun(bea.id)).audience).toMatchObject({ included: false })
  await members.add({ path: { id: group.id }, body: { user_ids: [bea.id] } })
  expect((await dryRun(bea.id)).audience).toMatchObject({ included: true })
  // Who is left out stays out, whatever else names them.
  await api.mailings.update({
    path,
    body: { audience: { group_ids: [group.id], exclude: { user_ids: [bea.id] } } as never },
  })
  expect((await dryRun(bea.id)).audience).toEqual({
    ...{ included: false, active: true },
    parts: [
      { part: 'group_ids', id: group.id, excludes: false, matches: true },
      { part: 'user_ids', id: null, excludes: true, matches: true },
    ],
  })
  const nobody = await person()
  expect(await dryRun(nobody.id)).toMatchObject({ reason: 'no_consent', audience: { included: false } })
  expect(world.mail.mails.filter(({ to }) => to.includes(ann.email!))).toEqual([])
  expect(await api.mailings.get({ path })).toMatchObject({ status: 'draft', counts: { audience: 0 } })
})

test('it tells why only to who may read that', async () => {
  const { person, path, caller } = await school()
  const ann = await person({ first_name: 'Ann' })
  const rights = ['mailings:write', 'users:read', 'groups:read'] as const
  const body = { user_id: ann.id, dry_run: true }
  const testBy = (...more: string[]) =>
    world.system
      .client('crm', crmContract.resources, { ...caller, rights: [[...rights, ...more]] } as never)
      .mailings.test({ path, body })
  await expect(testBy('messages:read', 'preferences:read')).rejects.toMatchObject({
    status: 403,
    reason: 'permission_missing',
  })
  const { dry_run } = await testBy('messages:read', 'preferences:read', 'suppressions:read')
  expect(dry_run).toMatchObject({ reason: 'no_consent' })
})

test('of a mailing that was sent it says what became of the message, and who was not in the audience', async () => {
  const { person, members, group, dryRun, api, path } = await school()
  const [ann, bea] = [await person({ first_name: 'Ann' }), await person({ first_name: 'Bea' })]
  await eventually('the segment', async () => (await dryRun(ann.id)).audience.included)
  await api.mailings.start({ path, body: {} })
  const isOver = async () => (await api.mailings.get({ path })).status === 'finished'
  await eventually('the end', passing(world, isOver))
  await members.add({ path: { id: group.id }, body: { user_ids: [bea.id] } })
  expect((await dryRun(ann.id)).message).toMatchObject({ status: 'skipped', reason: 'no_consent' })
  expect(await dryRun(bea.id)).toMatchObject({ message: null, audience: { included: true } })
})

test('a test says whether it is sent or only thought through, and for whom', async () => {
  const { person, path, api, caller } = await school()
  const { id: user_id } = await person()
  const addresses = ['editor@school.example']
  for (const body of [{}, { dry_run: true }, { dry_run: true, user_id, addresses }])
    await expect(api.mailings.test({ path, body })).rejects.toMatchObject({ reason: 'mailing_test_unclear' })
  const of = (...rights: string[]) =>
    world.system.client('crm', crmContract.resources, { ...caller, rights: [rights] }).mailings
  for (const rights of [['mailings:*'], ['mailings:*', 'users:read']])
    await expect(of(...rights).test({ path, body: { dry_run: true, user_id } })).rejects.toMatchObject({
      reason: 'permission_missing',
    })
  // Whatever the transport, nothing is sent.
  await api.mailings.update({ path, body: { transport: 'in_app' } })
  expect((await api.mailings.test({ path, body: { dry_run: true, user_id } })).dry_run).toMatchObject({
    content: { html: expect.not.stringContaining('<!doctype') },
  })
})
