import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { siteContract } from '../contract.ts'
import { siteService } from '../service.ts'
import { eventsOf, schoolIn } from '../testing/forms.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [siteService, usersService] })
})
afterAll(() => system.stop())

const school = () => schoolIn(system)

test('a submission creates its person, with tags and consents, and tells subscribers', async () => {
  const { api, people, form, submit, caller } = school()
  const tag = await people.tags.create({ body: { name: 'Lead' } })
  const consents = [{ key: 'news', text: 'Send me news.', channel: 'email' as const }]
  const { id, tag_ids } = await form({ tag_ids: [tag.id], consents })
  expect(tag_ids).toEqual([tag.id])
  const submission = await submit(id, { email: 'ann@school.example', name: 'Ann' }, { consents: ['news'] })
  expect(submission).toMatchObject({
    status: 'finished',
    created_user: true,
    source: 'external',
    spam_reason: null,
  })
  expect(submission.answers).toEqual([
    { key: 'email', value: 'ann@school.example' },
    { key: 'name', value: 'Ann' },
  ])
  expect(submission.consents).toEqual([{ key: 'news', version: 1, text: 'Send me news.' }])
  const path = { id: submission.user_id! }
  expect(await people.users.get({ path })).toMatchObject({ email: 'ann@school.example', first_name: 'Ann' })
  expect((await people.personTags.list({ path })).data).toMatchObject([{ name: 'Lead' }])
  expect((await people.consents.list({ path })).data).toMatchObject([
    { channel: 'email', status: 'pending', text_version: `${id} news 1`, source: 'form' },
  ])
  expect((await api.forms.get({ path: { id } })).submissions_count).toBe(1)
  const formEvents = await eventsOf(system, caller.school, 'user.form_submitted')
  expect(formEvents).toHaveLength(1)
  expect(formEvents[0]).toMatchObject({
    data: { object: submission },
    related: { user_id: submission.user_id, form_id: id, form_submission_id: submission.id },
  })
})

test('a person is found by e-mail in any case, then by phone, never by name', async () => {
  const { people, form, submit } = school()
  const { id } = await form()
  const ann = await people.users.create({ body: { email: 'Ann@school.example', first_name: 'Ann' } })
  const bob = await people.users.create({ body: { phone: '+491711234567', first_name: 'Bob' } })
  const submitted = async (answers: Record<string, string>) => (await submit(id, answers)).user_id
  expect(await submitted({ email: 'ann@SCHOOL.example', name: 'Someone' })).toBe(ann.id)
  expect(await submitted({ phone: '+49 171 1234567' })).toBe(bob.id)
  expect(await submitted({ email: 'other@school.example', phone: '+49 171 1234567' })).toBe(bob.id)
  expect([ann.id, bob.id]).not.toContain(await submitted({ email: 'third@school.example', name: 'Ann' }))
  expect(await people.users.get({ path: { id: ann.id } })).toEqual(ann)
})

test('answers without a contact belong to nobody', async () => {
  const { form, submit } = school()
  const { id } = await form()
  expect(await submit(id, { name: 'Ann' })).toMatchObject({ status: 'finished', user_id: null })
})

test('invalid answers are refused, each with its place', async () => {
  const { form, submit } = school()
  const { id } = await form({ consents: [{ key: 'terms', text: 'I agree.', required: true }] })
  await expect(submit(id, { email: 'ann', other: 'x' })).rejects.toMatchObject({
    status: 422,
    reason: 'answers_invalid',
    details: [{ path: 'body.answers.other' }, { path: 'body.answers.email' }, { path: 'body.consents' }],
  })
  const long = {
    name: 'x'.repeat(5000),
    note: 'é'.repeat(5000),
    more: 'é'.repeat(5000),
    most: 'é'.repeat(5000),
  }
  const fields = [...Object.keys(long)].map(key => ({ key, label: key, kind: 'long_text' as const }))
  const large = await form({ fields })
  await expect(
    submit(large.id, { ...long, note: '😀'.repeat(2500), more: '😀'.repeat(2500) }),
  ).rejects.toMatchObject({
    reason: 'answers_too_large',
  })
})

test('fields of an outside page are mapped; the rest, and what does not fit, is kept beside the answers', async () => {
  const { form, submit } = school()
  const { id } = await form({
    mapping: { 'E-Mail Address': 'email' },
    consents: [{ key: 'terms', text: 'I agree.', required: true }],
  })
  const fields = { 'E-Mail Address': 'ann@school.example', phone: 'none', tranid: '1:2', visits: 3 }
  expect(await submit(id, {}, { fields })).toMatchObject({
    status: 'finished',
    created_user: true,
    answers: [{ key: 'email', value: 'ann@school.example' }],
    unmapped: [
      { key: 'phone', value: 'none' },
      { key: 'tranid', value: '1:2' },
      { key: 'visits', value: '3' },
    ],
  })
})

test('no text is cut inside a character', async () => {
  const { form, submit, people } = school()
  const { id } = await form()
  const name = `${'x'.repeat(99)}😀`
  const submission = await submit(
    id,
    { email: 'ann@school.example', name },
    {
      fields: { chosen: Array.from({ length: 30 }, () => `x${'😀'.repeat(99)}y`) },
    },
  )
  expect(submission.status).toBe('finished')
  expect((await people.users.get({ path: { id: submission.user_id! } })).first_name).toBe('x'.repeat(99))
  expect(submission.unmapped[0]!.value.isWellFormed()).toBe(true)
})

test('origins are known as browsers send them, also with a port, capitals and international names', async () => {
  const { form, api, caller } = school()
  const allowed_origins = [
    'https://Курсы.example:443',
    'https://xn--j1amdg6b.example',
    'http://Landing.example:8080',
  ]
  const createdForm = await form({ allowed_origins })
  expect(createdForm.allowed_origins).toEqual(['https://xn--j1amdg6b.example', 'http://landing.example:8080'])
  const script = { ...caller, kind: 'publishable' as const, rights: [['form-submissions:write']] }
  const { submissions } = system.client('site', siteContract.resources, script)
  const body = { form_id: createdForm.id, answers: { email: 'ann@school.example' } }
  for (const origin of ['https://xn--j1amdg6b.example', 'http://landing.example:8080'])
    await submissions.create({ body, headers: { origin } })
  expect((await api.submissions.list({ query: { form_id: createdForm.id } })).data).toHaveLength(1)
})

test('an inactive form and an unknown one are refused', async () => {
  const { form, submit, api } = school()
  const { id } = await form({ active: false })
  await expect(submit(id, { name: 'Ann' })).rejects.toMatchObject({ status: 409, reason: 'form_closed' })
  const foreign = await school().form()
  await expect(submit(foreign.id, { name: 'Ann' })).rejects.toMatchObject({
    status: 422,
    reason: 'form_unknown',
  })
  expect((await api.submissions.list({ query: {} })).data).toEqual([])
})

test('the same answers within ten minutes count once, also at the same time', async () => {
  const { form, submit, api, caller } = school()
  const { id } = await form()
  const answers = { email: 'ann@school.example' }
  const results = await Promise.all([
    submit(id, answers),
    submit(id, answers),
    submit(id, { email: 'ANN@school.example' }),
  ])
  expect(new Set(results.map(each => each.id)).size).toBe(1)
  expect((await submit(id, answers)).id).toBe(results[0]!.id)
  expect((await submit(id, { ...answers, name: 'Ann' })).id).not.toBe(results[0]!.id)
  expect((await api.forms.get({ path: { id } })).submissions_count).toBe(2)
  expect(await eventsOf(system, caller.school, 'user.form_submitted', 2)).toHaveLength(2)
})

test('a script learns nothing about the person, and works in the pages that the form allows', async () => {
  const { form, api, caller, people } = school()
  await people.users.create({ body: { email: 'ann@school.example' } })
  const { id } = await form({ allowed_origins: ['https://landing.example'] })
  const script = { ...caller, kind: 'publishable' as const, rights: [['form-submissions:write']] }
  const { submissions } = system.client('site', siteContract.resources, script)
  const body = { form_id: id, answers: { email: 'ann@school.example' } }
  const foreign: Record<string, string>[] = [{}, { origin: 'https://landing.example.evil.example' }]
  for (const headers of foreign)
    await expect(submissions.create({ body, headers })).rejects.toMatchObject({ reason: 'origin_refused' })
  const headers = { origin: 'https://landing.example' }
  const from = { page_url: 'https://landing.example/ann', referrer: 'https://mail.example/' }
  const submission = await submissions.create({ body: { ...body, ...from }, headers })
  expect(submission).toMatchObject({
    status: 'received',
    user_id: null,
    created_user: false,
    source: 'script',
  })
  expect(await submissions.create({ body: { ...body, ...from }, headers })).toEqual(submission)
  // Nor where whoever has just sent the same came from.
  const utm = { ...submission.utm, source: 'else' }
  expect(await submissions.create({ body: { ...body, utm }, headers })).toMatchObject({
    ...{ id: submission.id, page_url: '', referrer: '', utm },
  })
  await eventsOf(system, caller.school, 'user.form_submitted')
  expect(await api.submissions.get({ path: { id: submission.id } })).toMatchObject({
    status: 'finished',
    created_user: false,
  })
})
