import { isDeepStrictEqual } from 'node:util'
import { commerceService } from '@lms/commerce/service'
import { type Id, newId } from '@lms/contract'
import { scenariosContract } from '@lms/scenarios/contract'
import { scenariosService } from '@lms/scenarios/service'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { crmContract } from '../contract.ts'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
let mail: MailServer
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [siteService, usersService, commerceService, crmService, scenariosService],
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@mail.example' } },
  })
})
afterAll(async () => {
  await system.stop()
  await mail.close()
})

/** A school with a segment of people, and a key of the school that orders. */
async function school(count: number) {
  const base = await schoolOf(system)
  const people = await Promise.all(Array.from({ length: count }, () => base.person({ first_name: 'Ann' })))
  const segment = await base.api.segments.create({
    body: { name: 'Ann', rule: { field: 'first_name', equals: 'Ann' } },
  })
  await eventually('the segment', async () => {
    const { status, size } = await base.api.segments.get({ path: { id: segment.id } })
    return status === 'ready' && size === count
  })
  const key = (await base.apiKeys.issue({
    body: { name: 'Bulk', role: 'owner', kind: 'integration', scope: ['*'] } as never,
  })) as { id: `key_${string}` }
  const { bulkActions } = system.client('crm', crmContract.resources, {
    ...base.caller,
    key: key.id,
    user: null,
    onBehalf: false,
  } as never)
  const order = async (fields: object) =>
    (await bulkActions.create({ body: { segment_id: segment.id, ...fields } as never })).id
  const ended = async (id: Awaited<ReturnType<typeof order>>) => {
    await eventually('the end', async () =>
      ['finished', 'failed'].includes((await bulkActions.get({ path: { id } })).status),
    )
    return bulkActions.get({ path: { id } })
  }
  return { ...base, people, segment, key, order, ended, bulkActions }
}

test('everybody in the segment gets the tag once; a dry run says who would, and changes nothing', async () => {
  const { tags, personTags, people, order, ended, told: listEvents } = await school(3)
  const tag = await tags.create({ body: { name: 'VIP' } })
  await personTags.add({ path: { id: people[0]!.id }, body: { tags: ['VIP'] } as never })
  const dry = await ended(await order({ kind: 'add_tag', tag_id: tag.id, dry_run: true }))
  expect(dry).toMatchObject({ status: 'finished', counts: { audience: 3, waiting: 0, refused: 0 } })
  expect((await tags.get({ path: { id: tag.id } })).users_count).toBe(1)
  const done = await ended(await order({ kind: 'add_tag', tag_id: tag.id }))
  expect(done).toMatchObject({ counts: { audience: 3, done: 2, unchanged: 1, refused: 0, waiting: 0 } })
  expect(done.results).toHaveLength(3)
  expect(done.results).toContainEqual({ user_id: people[0]!.id, outcome: 'unchanged', reason: null })
  expect((await tags.get({ path: { id: tag.id } })).users_count).toBe(3)
  const finished = (await listEvents()).filter(({ type }) => type === 'system.bulk_action_finished')
  expect(finished.map(({ data }) => data.object.dry_run)).toEqual([true, false])
})

test('accesses are granted and revoked, and people join a group', async () => {
  const { accesses, members, groups, people, order, ended } = await school(2)
  const course_id = newId('crs')
  const granted = await ended(await order({ kind: 'grant_access', course_id, term_days: 30 }))
  expect(granted).toMatchObject({ counts: { done: 2 } })
  const open = async () =>
    (await accesses.list({ query: { course_id, status: 'active' } as never })).data.length
  expect(await open()).toBe(2)
  expect(await ended(await order({ kind: 'revoke_access', course_id }))).toMatchObject({
    counts: { done: 2 },
  })
  expect(await open()).toBe(0)
  const group = await groups.create({ body: { name: 'Spring' } })
  await ended(await order({ kind: 'add_to_group', group_id: group.id }))
  const joined = (await members.list({ path: { id: group.id } })).data.map(({ user_id }) => user_id)
  expect(joined.sort()).toEqual(people.map(({ id }) => id).sort())
})

test('a tag and a group are taken from everybody, and an own field is set; a dry run says for whom', async () => {
  const { api: _, ...base } = await school(3)
  const { tags, personTags, groups, customFields, users, people, order, ended } = base
  const [one, two] = people.map(({ id }) => id) as [Id<'usr'>, Id<'usr'>]
  const tag = await tags.create({ body: { name: 'Old' } })
  const group = await groups.create({ body: { name: 'Old' } })
  await customFields.create({ body: { name: 'city', label: 'City', type: 'text' } as never })
  await personTags.add({ path: { id: one }, body: { tags: ['Old'] } as never })
  await base.members.add({ path: { id: group.id }, body: { user_ids: [one, two] } as never })
  await users.update({ path: { id: two }, body: { custom_fields: { city: 'Bonn' } } })
  const counts = async (fields: object) => {
    // What crm has heard of by now is what a dry run knows.
    const dry = async () => (await ended(await order({ ...fields, dry_run: true }))).counts
    const { counts } = await ended(await order(fields))
    return { dry, done: counts }
  }
  const settled = { audience: 3, waiting: 0, refused: 0 }
  const after = { ...settled, done: 0, unchanged: 3 }
  for (const [fields, expected] of [
    [
      { kind: 'remove_tag', tag_id: tag.id },
      { done: 1, unchanged: 2 },
    ],
    [
      { kind: 'remove_from_group', group_id: group.id },
      { done: 2, unchanged: 1 },
    ],
    [
      { kind: 'set_field', field: 'city', value: 'Bonn' },
      { done: 2, unchanged: 1 },
    ],
    [
      { kind: 'set_field', field: 'city', value: null },
      { done: 3, unchanged: 0 },
    ],
  ] as const) {
    const { dry, done } = await counts(fields)
    expect(done).toEqual({ ...settled, ...expected })
    await eventually('a dry run that knows of it', async () => isDeepStrictEqual(await dry(), after))
  }
  const unknown = await ended(await order({ kind: 'set_field', field: 'no_such', value: 'x' }))
  expect(unknown.results).toMatchObject(
    people.map(() => ({ outcome: 'refused', reason: 'custom_field_refused' })),
  )
})

test('the draft of a mailing goes to the segment, and cannot be started besides', async () => {
  const { api, people, order, ended } = await school(3)
  const mailing = await api.mailings.create({
    body: { name: 'Hi', subject: 'Hi', body: 'Hello {{ user.first_name }}', topic: 'study' },
  })
  const path = { id: mailing.id }
  const id = await order({ kind: 'send_mailing', mailing_id: mailing.id })
  await expect(api.mailings.start({ path, body: {} })).rejects.toMatchObject({ reason: 'mailing_not_draft' })
  expect(await ended(id)).toMatchObject({ counts: { audience: 3, done: 3 } })
  await eventually('the mailing', async () => (await api.mailings.get({ path })).status === 'finished')
  for (const { email } of people) expect(mail.mails.filter(({ to }) => to.includes(email!))).toHaveLength(1)
})

test('an order is clear, and whoever gives it has the right of each single call, to its end', async () => {
  const { order, tags, caller, segment, bulkActions, apiKeys, key, ended } = await school(1)
  const tag = await tags.create({ body: { name: 'VIP' } })
  await expect(order({ kind: 'add_tag' })).rejects.toMatchObject({ reason: 'bulk_action_unclear' })
  await expect(order({ kind: 'add_tag', tag_id: tag.id, segment_id: newId('seg') })).rejects.toMatchObject({
    reason: 'bulk_segment_unknown',
  })
  const weak = system.client('crm', crmContract.resources, {
    ...caller,
    rights: [['bulk-actions:*']],
  } as never)
  await expect(
    weak.bulkActions.create({
      body: { segment_id: segment.id, kind: 'add_tag', tag_id: tag.id } as never,
    }),
  ).rejects.toMatchObject({ status: 403, reason: 'bulk_beyond_own' })
  await apiKeys.revoke({ path: { id: key.id } } as never)
  const failed = await ended(await order({ kind: 'add_tag', tag_id: tag.id }))
  expect(failed).toMatchObject({ status: 'failed', failure: 'caller_without_right', counts: { done: 0 } })
  expect((await bulkActions.list()).data).toMatchObject([{ status: 'failed', results: [] }])
})

test('everybody in the segment enters a scenario once, and nobody one that is not enabled', async () => {
  const { caller, people, order, ended } = await school(2)
  const { scenarios, scenarioRuns } = system.client('scenarios', scenariosContract.resources, caller)
  const nodes = [
    { id: 'begin', kind: 'trigger', start: { by: 'hand' }, next: 'end' },
    { id: 'end', kind: 'end' },
  ]
  const { id } = await scenarios.create({ body: { name: 'Welcome', graph: { nodes } as never } })
  expect(await ended(await order({ kind: 'run_scenario', scenario_id: id }))).toMatchObject({
    counts: { refused: 2 },
    results: [{ reason: 'scenario_not_enabled' }, { reason: 'scenario_not_enabled' }],
  })
  await scenarios.publish({ path: { id }, body: {} })
  await scenarios.status({ path: { id }, body: { status: 'enabled' } } as never)
  expect(await ended(await order({ kind: 'run_scenario', scenario_id: id }))).toMatchObject({
    status: 'finished',
    counts: { audience: 2, done: 2 },
  })
  const runs = (await scenarioRuns.list()).data
  expect(runs.map(({ user_id }) => user_id).sort()).toEqual(people.map(person => person.id).sort())
})
