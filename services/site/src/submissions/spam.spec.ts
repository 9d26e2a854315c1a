import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { siteService } from '../service.ts'
import { eventsOf, schoolIn } from '../testing/forms.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [siteService, usersService] })
})
afterAll(() => system.stop())

const email = 'ann@school.example'

async function submitted() {
  const school = schoolIn(system)
  const tag = await school.people.tags.create({ body: { name: 'Lead' } })
  const consents = [{ key: 'news', text: 'Send me news.', channel: 'sms' as const }]
  const { id } = await school.form({ tag_ids: [tag.id], consents })
  const send = (answers: object = {}) => school.submit(id, { email, ...answers }, { consents: ['news'] })
  const tagsOf = async (user: string) =>
    (await school.people.personTags.list({ path: { id: user } })).data.map(({ name }) => name)
  const consentsOf = async (user: string) =>
    (await school.people.consents.list({ path: { id: user } })).data
      .map(({ status, text_version }) => `${status} ${text_version}`)
      .sort()
  return { ...school, formId: id, tag, send, tagsOf, consentsOf }
}

test('marking as spam takes back the person whom the submission created', async () => {
  const { api, people, send, mark, formId } = await submitted()
  const submission = await send()
  const marked = await mark(submission.id, true)
  expect(marked).toMatchObject({ status: 'spam', spam_reason: 'marked', not_taken_back: [] })
  expect(await people.users.get({ path: { id: submission.user_id! } })).toMatchObject({ status: 'deleted' })
  expect((await api.forms.get({ path: { id: formId } })).submissions_count).toBe(0)
  expect(await mark(submission.id, true)).toEqual(marked)
})

test('a person who was there keeps everything but what the submission gave', async () => {
  const { people, send, mark, tagsOf, consentsOf, tag, formId } = await submitted()
  const { id } = await people.users.create({ body: { email } })
  const path = { id }
  await people.consents.record({ path, body: { channel: 'sms', text_version: 'old', source: 'call' } })
  await people.tags.create({ body: { name: 'VIP' } })
  await people.personTags.add({ path, body: { tags: ['VIP'] } })
  const submission = await send()
  expect(await tagsOf(id)).toEqual(expect.arrayContaining(['Lead', 'VIP']))
  expect(await consentsOf(id)).toEqual([`given ${formId} news 1`, 'replaced old'])
  expect(await mark(submission.id, true)).toMatchObject({ not_taken_back: [] })
  expect(await tagsOf(id)).toEqual(['VIP'])
  // The consent that it replaced holds again.
  expect(await consentsOf(id)).toEqual(['given old', 'replaced old', `withdrawn ${formId} news 1`])
  await people.personTags.add({ path, body: { tags: [tag.id] } })
  expect(await people.users.get({ path })).toMatchObject({ status: 'active' })
})

test('a created person stays whom anything else concerns, and the answer says so', async () => {
  for (const activity of ['changed', 'submitted', 'tagged'] as const) {
    const { people, send, mark } = await submitted()
    const submission = await send()
    const path = { id: submission.user_id! }
    if (activity === 'changed') await people.users.update({ path, body: { last_name: 'Lee' } })
    if (activity === 'submitted') await send({ name: 'Ann' })
    if (activity === 'tagged') {
      await people.tags.create({ body: { name: 'VIP' } })
      await people.personTags.add({ path, body: { tags: ['VIP'] } })
    }
    expect(await mark(submission.id, true)).toMatchObject({ status: 'spam', not_taken_back: ['user'] })
    expect(await people.users.get({ path })).toMatchObject({ status: 'active' })
  }
})

test('what a merge has moved stays, and the answer says so', async () => {
  const { people, api, send, mark, tagsOf } = await submitted()
  const submission = await send()
  const bob = await people.users.create({ body: { email: 'bob@school.example' } })
  await people.persons.merge({ path: { id: bob.id }, body: { user_id: submission.user_id! } })
  await eventually('the submission to move', async () => {
    const { user_id } = await api.submissions.get({ path: { id: submission.id } })
    return user_id === bob.id
  })
  expect(await mark(submission.id, true)).toMatchObject({ not_taken_back: ['user', 'tags', 'consents'] })
  expect(await tagsOf(bob.id)).toEqual(['Lead'])
})

test('a restored submission is processed again, and subscribers hear of it once', async () => {
  const { caller, people, send, mark, tagsOf, api, formId } = await submitted()
  const submission = await send()
  await mark(submission.id, true)
  const back = await mark(submission.id, false)
  expect(back).toMatchObject({ status: 'finished', spam_reason: null, created_user: true })
  expect(back.user_id).not.toBe(submission.user_id)
  expect(await tagsOf(back.user_id!)).toEqual(['Lead'])
  expect((await api.forms.get({ path: { id: formId } })).submissions_count).toBe(1)
  expect(await eventsOf(system, caller.school, 'user.form_submitted')).toHaveLength(1)
  expect(await people.users.get({ path: { id: back.user_id! } })).toMatchObject({ email })
})
