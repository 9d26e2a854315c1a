import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { siteContract } from '../contract.ts'
import { siteService } from '../service.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [siteService, usersService] })
})
afterAll(() => system.stop())

function school() {
  const caller = system.caller()
  const api = system.client('site', siteContract.resources, caller)
  const people = system.client('users', usersContract.resources, caller)
  type New = Parameters<typeof api.forms.create>[0]['body']
  const make = (overrides: Partial<New> = {}) =>
    api.forms.create({
      body: {
        name: 'Call me back',
        fields: [{ key: 'email', label: 'E-mail', kind: 'email', person_field: 'email' }],
        ...overrides,
      },
    })
  const change = (id: string, body: Parameters<typeof api.forms.update>[0]['body']) =>
    api.forms.update({ path: { id }, body })
  return { api, people, make, change }
}

test('a form is created with usual values, found, changed and deleted', async () => {
  const { api, make, change } = school()
  const createdForm = await make()
  expect(createdForm).toMatchObject({
    title: '',
    active: true,
    consents: [],
    submissions_count: 0,
    version: 1,
  })
  expect(createdForm.fields).toEqual([
    {
      key: 'email',
      label: 'E-mail',
      kind: 'email',
      person_field: 'email',
      ...{ hint: '', required: false, options: [], max_length: null },
    },
  ])
  expect((await api.forms.list({ query: { name: 'Call me back', active: 'true' } })).data).toEqual([
    createdForm,
  ])
  expect(await change(createdForm.id, { active: false })).toMatchObject({ active: false, version: 2 })
  await api.forms.delete({ path: { id: createdForm.id } })
  await expect(api.forms.get({ path: { id: createdForm.id } })).rejects.toMatchObject({ status: 404 })
})

test('the text of a consent gets a new version when it changes', async () => {
  const { make, change } = school()
  const news = { key: 'news', text: 'Send me news.', channel: 'email' as const }
  const createdForm = await make({ consents: [news] })
  expect(createdForm.consents).toEqual([{ ...news, required: false, version: 1 }])
  expect(await change(createdForm.id, { consents: [news] })).toEqual(createdForm)
  const other = await change(createdForm.id, { consents: [{ ...news, text: 'Send me offers.' }] })
  expect(other.consents[0]!.version).toBe(2)
})

test('parts of a form that contradict each other are refused, also after a change', async () => {
  const { make, change } = school()
  const unfit = { status: 422, reason: 'form_invalid' }
  await expect(make({ mapping: { Mail: 'mail' } })).rejects.toMatchObject({
    ...unfit,
    details: [{ path: 'body.mapping.Mail' }],
  })
  const createdForm = await make({ mapping: { Mail: 'email' } })
  const fields = [{ key: 'phone', label: 'Phone', kind: 'phone' as const }]
  await expect(change(createdForm.id, { fields })).rejects.toMatchObject(unfit)
})

test('a form gives existing tags', async () => {
  const { people, make } = school()
  const { id } = await people.tags.create({ body: { name: 'Lead' } })
  expect((await make({ tag_ids: [id] })).tag_ids).toEqual([id])
  await expect(people.tags.delete({ path: { id } })).rejects.toMatchObject({ reason: 'still_named' })
  const foreignTag = await school().people.tags.create({ body: { name: 'Lead' } })
  await expect(make({ tag_ids: [foreignTag.id] })).rejects.toMatchObject({ reason: 'unknown_reference' })
})

test('a form leads only to addresses of the school', async () => {
  const { make } = school()
  expect((await make({ redirect_path: '/thanks you' as never }).catch(error => error)).status).toBe(400)
  for (const redirect_path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
  ])
    await expect(make({ redirect_path })).rejects.toMatchObject({ status: 400 })
  expect((await make({ redirect_path: '/a/../thanks' })).redirect_path).toBe('/thanks')
  expect((await make({ redirect_path: '/..//evil.example' })).redirect_path).toBe('/evil.example')
  const counted = '/thanks?from=form#top'
  expect((await make({ redirect_path: counted })).redirect_path).toBe(counted)
})
