import { commerceService } from '@lms/commerce/service'
import { hostOperations } from '@lms/service-host'
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
    services: [siteService, usersService, commerceService, crmService],
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@mail.example' } },
  })
})
afterAll(async () => {
  await system.stop()
  await mail.close()
})

/** A school with people of a group, and a draft to them about a topic that nobody can switch off. */
async function school(count: number, fields: object = {}) {
  const base = await schoolOf(system)
  const group = await base.groups.create({ body: { name: 'Group' } })
  const people = await Promise.all(Array.from({ length: count }, () => base.person({ first_name: 'Ann' })))
  await base.members.add({ path: { id: group.id }, body: { user_ids: people.map(({ id }) => id) } })
  const { mailings } = base.api
  const content = { subject: 'Hi', body: 'Hello {{ user.first_name }}', topic: 'study' }
  const audience = { group_ids: [group.id] }
  const { id } = await mailings.create({ body: { name: 'Autumn', ...content, audience, ...fields } })
  const path = { id }
  const get = () => mailings.get({ path })
  const ended = async () => {
    await eventually('the end', async () => ['finished', 'stopped'].includes((await get()).status))
    return get()
  }
  const received = () => mail.mails.flatMap(({ to }) => to)
  return { ...base, mailings, people, path, get, ended, received }
}

test('a mailing goes to everybody of its audience once, and tells its numbers at the end', async () => {
  const { mailings, people, path, ended, received, told: listEvents, api } = await school(20)
  expect(await mailings.start({ path, body: {} })).toMatchObject({ status: 'running' })
  await expect(mailings.start({ path, body: {} })).rejects.toMatchObject({ reason: 'mailing_not_draft' })
  expect(await ended()).toMatchObject({ status: 'finished', counts: { audience: 20, sent: 20, queued: 0 } })
  for (const { email } of people) expect(received().filter(to => to === email)).toHaveLength(1)
  expect((await api.messages.list({ query: { mailing_id: path.id } })).data).toHaveLength(20)
  const [last] = (await listEvents()).filter(({ type }) => type === 'message.campaign_finished')
  expect(last).toMatchObject({
    data: { object: { mailing_id: path.id, status: 'finished', counts: { sent: 20 } } },
    related: { mailing_id: path.id },
  })
})

test('whoever is in several parts of an audience gets it once', async () => {
  const { mailings, api, people, path, ended, received, person } = await school(2)
  const other = await person({ first_name: 'Bea' })
  const rule = { field: 'first_name', in: ['Ann', 'Bea'] }
  const segment = await api.segments.create({ body: { name: 'All', rule } })
  await eventually('the segment', async () => {
    const { status, size } = await api.segments.get({ path: { id: segment.id } })
    return status === 'ready' && size === 3
  })
  const { audience } = await mailings.get({ path })
  const fullAudience = { ...audience, user_ids: [people[0]!.id], segment_ids: [segment.id] }
  await mailings.update({ path, body: { audience: fullAudience } })
  await expect(api.segments.delete({ path: { id: segment.id } })).rejects.toMatchObject({
    reason: 'segment_in_use',
  })
  await mailings.start({ path, body: {} })
  expect(await ended()).toMatchObject({ counts: { audience: 3, sent: 3 } })
  for (const { email } of [...people, other]) expect(received().filter(to => to === email)).toHaveLength(1)
})

test('whoever is excluded does not get it, whatever else names them', async () => {
  const { mailings, api, people, path, ended, received, person, personTags, tags, users } = await school(4)
  const [byTag, bySegment, byId, ann] = people
  const tag = await tags.create({ body: { name: 'VIP' } })
  await personTags.add({ path: { id: byTag!.id }, body: { tags: ['VIP'] } })
  await users.update({ path: { id: bySegment!.id }, body: { last_name: 'Lee' } })
  const other = await person({ first_name: 'Ann' })
  const everybody = [...people, other].map(({ email }) => email!)
  const segment = async (rule: object, size: number) => {
    const { id } = await api.segments.create({ body: { name: 'Segment', rule } })
    await eventually('the segment', async () => (await api.segments.get({ path: { id } })).size === size)
    return id
  }
  const all = await segment({ field: 'first_name', equals: 'Ann' }, 5)
  const lees = await segment({ field: 'last_name', equals: 'Lee' }, 1)
  const { audience } = await mailings.get({ path })
  const exclude = {
    ...{ user_ids: [byId!.id], tag_ids: [tag.id], group_ids: [] },
    segment_ids: [lees],
  }
  await mailings.update({ path, body: { audience: { ...audience, segment_ids: [all], exclude } } })
  expect(await mailings.get({ path })).toMatchObject({ audience: { exclude } })
  for (const refused of [api.segments.delete({ path: { id: lees } }), tags.delete({ path: { id: tag.id } })])
    await expect(refused).rejects.toMatchObject({ status: 409 })
  await mailings.start({ path, body: {} })
  expect(await ended()).toMatchObject({ counts: { audience: 2, sent: 2 } })
  expect(
    received()
      .filter(to => everybody.includes(to))
      .toSorted(),
  ).toEqual([ann!.email!, other.email!].toSorted())
})

test('its report says who did not get it, and why', async () => {
  const { mailings, people, path, ended, api } = await school(3, { topic: 'news' })
  await api.suppressions.create({ body: { user_id: people[0]!.id } })
  await mailings.start({ path, body: {} })
  const { counts, report } = await ended()
  expect(report).toMatchObject({ opened: 0, clicked: 0, unsubscribed: 0, links: [] })
  expect((await mailings.list()).data).toMatchObject([{ id: path.id, report: null }])
  expect(counts).toMatchObject({ audience: 3, sent: 0, skipped: 3 })
  expect(counts.reasons).toEqual({ suppressed: 1, no_consent: 2 })
})

test('a mailing for later is stopped before it begins, and another is stopped while it waits', async () => {
  const { mailings, path, received, people } = await school(2)
  const at = new Date(Date.now() + 86_400_000).toISOString()
  expect(await mailings.start({ path, body: { at } })).toMatchObject({ status: 'scheduled' })
  expect(await mailings.update({ path, body: { status: 'stopped' } })).toMatchObject({ status: 'stopped' })
  const other = await school(2)
  mail.refusals = 2
  await other.mailings.start({ path: other.path, body: {} })
  await eventually('two tries', async () => (await other.get()).counts.deferred === 2)
  const stopped = await other.mailings.update({ path: other.path, body: { status: 'stopped' } })
  expect(stopped).toMatchObject({ counts: { audience: 2, removed: 2, deferred: 0, sent: 0 } })
  for (const { email } of [...people, ...other.people]) expect(received()).not.toContain(email)
})

test('people whose quiet hours hold their messages keep nobody else waiting', async () => {
  const { caller, mailings, api, people, path, get } = await school(18, { topic: 'study' })
  const { host } = system.internal('crm', { host: hostOperations }, { as: 'service', school: caller.school })
  const topics = [{ key: 'study', name: 'Study', basis: 'opt_out' }]
  await host.changeSettings({ body: { values: { topics }, version: null, role: 'owner' } })
  const hour = (later: number) => new Date(Date.now() + later * 3_600_000).toISOString().slice(11, 16)
  const quiet = people
    .map(({ id }) => id)
    .toSorted()
    .slice(0, 17)
  for (const userId of quiet)
    await api.preferences.replace({
      path: { userId },
      body: { quiet_hours: { from: hour(-2), to: hour(2) }, time_zone: 'UTC' },
    })
  await mailings.start({ path, body: {} })
  await eventually('the awake person', async () => (await get()).counts.sent === 1)
  expect(await get()).toMatchObject({ status: 'running', counts: { audience: 18, queued: 17 } })
})

test('a message whose person is merged while others are handed over goes to the person who stays', async () => {
  const { mailings, api, persons, person, people, path, ended, received } = await school(17)
  const last = people
    .map(({ id }) => id)
    .toSorted()
    .at(-1)!
  const stays = await person({ first_name: 'Ann' })
  let take = () => {}
  mail.until = new Promise(resolve => {
    take = resolve
  })
  const startedBefore = mail.startedCount
  await mailings.start({ path, body: {} })
  await eventually('the first group', async () => mail.startedCount > startedBefore)
  await persons.merge({ path: { id: stays.id }, body: { user_id: last } })
  const query = { mailing_id: path.id, user_id: stays.id }
  await eventually('the merge', async () => (await api.messages.list({ query })).data.length === 1)
  take()
  expect(await ended()).toMatchObject({ counts: { sent: 17, skipped: 0 } })
  expect(received()).toContain(stays.email)
})

test('only a draft is changed, deleted and started, and only with an audience', async () => {
  const { mailings, path, ended, api } = await school(1)
  const bare = await api.mailings.create({ body: { name: 'Nobody', body: 'Hello' } })
  await expect(mailings.start({ path: { id: bare.id }, body: {} })).rejects.toMatchObject({
    status: 409,
    reason: 'audience_empty',
  })
  await expect(mailings.update({ path: { id: bare.id }, body: { status: 'stopped' } })).rejects.toMatchObject(
    { reason: 'mailing_over' },
  )
  await mailings.start({ path, body: {} })
  await ended()
  await expect(mailings.update({ path, body: { name: 'Winter' } })).rejects.toMatchObject({
    reason: 'mailing_not_draft',
  })
  await expect(mailings.delete({ path })).rejects.toMatchObject({ reason: 'mailing_not_draft' })
  await expect(mailings.update({ path, body: { status: 'stopped' } })).rejects.toMatchObject({
    reason: 'mailing_over',
  })
})

test('a test goes to the given addresses alone and counts nowhere', async () => {
  const { mailings, path, get, received, people, caller } = await school(1)
  const sent = await mailings.test({ path, body: { addresses: ['editor@school.example'] } })
  expect(sent).toMatchObject({
    results: [{ address: 'editor@school.example', status: 'sent' }],
    missing: ['user.first_name'],
  })
  expect(received()).not.toContain(people[0]!.email)
  expect(await get()).toMatchObject({ status: 'draft', counts: { audience: 0 } })
  const came = () => mail.mails.findLast(({ to }) => to.includes('editor@school.example'))!.text
  expect(came()).toContain('<!doctype html>')
  expect(came()).not.toContain('Unsubscribe')
  await mailings.update({ path, body: { topic: 'news' } })
  await mailings.test({ path, body: { addresses: ['editor@school.example'] } })
  expect(came()).toContain('>Unsubscribe</a>')
  // It would tell a person's values to who may not read people.
  const writer = system.client('crm', crmContract.resources, { ...caller, rights: [['mailings:*']] })
  const body = { addresses: ['editor@school.example'], user_id: people[0]!.id }
  await expect(writer.mailings.test({ path, body })).rejects.toMatchObject({
    status: 403,
    reason: 'permission_missing',
  })
  expect((await mailings.test({ path, body })).missing).toEqual([])
})

test('a test goes to no address that is suppressed', async () => {
  const { mailings, path, api, received } = await school(1)
  const [gone, fine] = ['gone', 'fine'].map(name => `${name}-${path.id.slice(4)}@school.example`)
  await api.suppressions.create({ body: { address: gone!, reason: 'hard_bounce' } })
  const { results } = await mailings.test({ path, body: { addresses: [gone!, fine!] } })
  expect(results).toMatchObject([
    { address: gone, status: 'suppressed', answer: expect.stringContaining('/v1/suppressions') },
    { address: fine, status: 'sent' },
  ])
  expect(received()).not.toContain(gone)
})

test('a start for yesterday, for the far future, or without a subject is refused', async () => {
  const { mailings, path, get, api, people } = await school(1)
  for (const at of [new Date(Date.now() - 86_400_000).toISOString(), '9999-01-01T00:00:00Z'])
    await expect(mailings.start({ path, body: { at } })).rejects.toMatchObject({
      status: 422,
      reason: 'start_time_invalid',
    })
  await mailings.update({ path, body: { subject: ' ' } })
  await expect(mailings.start({ path, body: {} })).rejects.toMatchObject({ reason: 'subject_missing' })
  expect(await get()).toMatchObject({ status: 'draft' })
  const body = { user_id: people[0]!.id, topic: 'study', subject: 'Hi', body: 'Hi' }
  await expect(
    api.messages.create({ body: { ...body, send_at: '9999-01-01T00:00:00Z' } }),
  ).rejects.toMatchObject({ reason: 'start_time_invalid' })
})

test('a scheduled mailing is a draft again, is repaired and then sent', async () => {
  const { mailings, path, ended, received, people } = await school(1, { subject: 'Wrong' })
  const at = new Date(Date.now() + 86_400_000).toISOString()
  await mailings.start({ path, body: { at } })
  expect(await mailings.update({ path, body: { status: 'draft', subject: 'Right' } })).toMatchObject({
    status: 'draft',
    subject: 'Right',
    scheduled_at: null,
  })
  await mailings.start({ path, body: {} })
  expect(await ended()).toMatchObject({ status: 'finished', counts: { sent: 1 } })
  expect(received()).toContain(people[0]!.email)
  await expect(mailings.update({ path, body: { status: 'draft' } })).rejects.toMatchObject({
    reason: 'mailing_not_scheduled',
  })
})

test('a single message for later is taken back', async () => {
  const { api, people, received } = await school(2)
  const [ann, bob] = people
  const send_at = new Date(Date.now() + 86_400_000).toISOString()
  const body = { user_id: ann!.id, topic: 'study', subject: 'Hi', body: 'Hi' }
  const { id: cancel_id } = await api.messages.create({ body: { ...body, send_at } })
  const cancel = (fields: object) => api.messages.create({ body: { cancel_id, ...fields } as never })
  await expect(cancel({ user_id: bob!.id })).rejects.toMatchObject({ reason: 'message_unknown' })
  for (const fields of [
    { body: 'Hi' },
    { subject: 'Hi' },
    { transport: 'in_app' },
    { send_at },
    { topic: 'study' },
  ])
    await expect(cancel({ user_id: ann!.id, ...fields })).rejects.toMatchObject({
      reason: 'message_cancel_unclear',
    })
  expect(await cancel({ user_id: ann!.id })).toMatchObject({ id: cancel_id, status: 'removed' })
  await expect(cancel({ user_id: ann!.id })).rejects.toMatchObject({ reason: 'message_not_waiting' })
  expect(received()).not.toContain(ann!.email)
})

test('a single e-mail has a subject, of its own or of its template', async () => {
  const { api, people } = await school(1)
  const message = { user_id: people[0]!.id, topic: 'study', body: 'Hi' }
  const template = async (subject: string) => {
    const { id } = await api.messageTemplates.create({
      body: { name: `Subject ${subject}`, transport: 'email', subject, body: 'Hi' },
    })
    return { ...message, body: null, template_id: id }
  }
  for (const body of [message, { ...message, subject: ' ' }, await template('')])
    await expect(api.messages.create({ body })).rejects.toMatchObject({
      ...{ status: 422, reason: 'message_subject_missing' },
    })
  for (const body of [await template('Hi'), { ...message, transport: 'in_app' as const }])
    expect(await api.messages.create({ body })).toMatchObject({ status: 'queued' })
})
