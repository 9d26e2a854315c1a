import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [siteService, usersService, crmService] })
}, 60_000)
afterAll(() => system.stop())

const body =
  'Hello **{{ user.first_name }}** of {{ school.name }}: {{ lesson }}, {{ user.custom_fields.city }}'

test('a preview fills in person, school and variables, and names what is missing', async () => {
  const { api, person } = await schoolOf(system)
  const { id } = await person({ first_name: 'Ann <3' })
  const template = await api.messageTemplates.create({ body: { name: 'Welcome', subject: 'Hi', body } })
  const path = { id: template.id }
  const seen = await api.messageTemplates.preview({
    path,
    body: { user_id: id, variables: { lesson: 'One' } },
  })
  expect(seen).toMatchObject({ subject: 'Hi', missing: ['user.custom_fields.city'] })
  expect(seen.html).toContain('<strong>Ann &lt;3</strong> of Painting school: One,')
  expect(seen.text).toContain('Hello Ann <3 of Painting school')
  const bare = await api.messageTemplates.preview({ path, body: {} })
  expect(bare.missing).toEqual(['user.first_name', 'lesson', 'user.custom_fields.city'])
})

test('what is no Liquid is not stored, and says where', async () => {
  const { api } = await schoolOf(system)
  const create = (body: string) => api.messageTemplates.create({ body: { name: 'Welcome', body } })
  await expect(create('Hello {{ user')).rejects.toMatchObject({
    status: 422,
    reason: 'content_unfit',
    details: [{ path: 'body', message: expect.stringContaining('line:1') }],
  })
  const { id } = await create('Hello')
  await expect(
    api.messageTemplates.change({ path: { id }, body: { subject: '{% if %}' } }),
  ).rejects.toMatchObject({ reason: 'content_unfit' })
})

test('a content that never ends is given up', async () => {
  const { api } = await schoolOf(system)
  const loop = '{% for a in (1..90000) %}{% for b in (1..90000) %}{% endfor %}{% endfor %}'
  const { id } = await api.messageTemplates.create({ body: { name: 'Loop', body: loop } })
  await expect(api.messageTemplates.preview({ path: { id }, body: {} })).rejects.toMatchObject({
    status: 422,
    reason: 'content_unfit',
  })
})
