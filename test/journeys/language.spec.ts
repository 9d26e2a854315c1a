// The language of people who come to a school and say nothing of it: that of the pages that they have read.
import { type Id, newId } from '@lms/contract'
import { serviceService } from '@lms/service/service'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { botToken, eventually, messengerId, startSystem, type TestSystem, widgetFields } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { people, peopleImports, usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'

let system: TestSystem
let gateway: TestGateway
let school: GatewaySchool
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, serviceService] })
  gateway = await startTestGateway(system)
  school = await newSchool(gateway)
  const body = { id: 'site', values: { language: 'pt-BR' } }
  await gateway.call('PATCH', '/api/v1/settings', { ...school, body })
  const { users } = gateway.client(usersContract.resources, school)
  await eventually('new people to have it', async () => {
    const { locale } = await users.create({ body: { email: `${newId('usr')}@school.example` } })
    return locale === 'pt-BR'
  })
}, 300_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

const localeOf = async (id: string) => {
  const { users } = gateway.client(usersContract.resources, school)
  return (await users.get({ path: { id: id as Id<'usr'> } })).locale
}

test('who sends a form speaks the language of the school', async () => {
  const { forms, submissions } = gateway.client(siteContract.resources, school)
  const fields = [{ key: 'email', label: 'E-mail', kind: 'email', person_field: 'email' } as const]
  const { id } = await forms.create({ body: { name: 'News', fields } })
  const answers = { email: 'ann@school.example' }
  const { user_id } = await submissions.create({ body: { form_id: id, answers } })
  expect(await localeOf(user_id!)).toBe('pt-BR')
})

test('so does who buys or registers, and who was there keeps their own', async () => {
  const internal = system.internal('users', { people }, { as: 'commerce', school: school.schoolId }).people
  const body = { email: 'bob@school.example', phone: null, first_name: '', last_name: '' }
  expect(await localeOf((await internal.findOrCreate({ body })).user_id)).toBe('pt-BR')
  const { users } = gateway.client(usersContract.resources, school)
  const user = await users.create({ body: { email: 'cid@school.example', locale: 'fr' } })
  await internal.findOrCreate({ body: { ...body, email: 'cid@school.example' } })
  expect(await localeOf(user.id)).toBe('fr')
})

test('so does who signs in by a messenger that names no language', async () => {
  await gateway.operator('PUT', `/schools/${school.schoolId}/messenger`, { bot_token: botToken })
  const body = widgetFields({ id: messengerId(), first_name: 'Dan' }, Date.now())
  const { user } = (await gateway.call('POST', '/api/v1/auth/messenger', { ...school, body })).body
  expect(user.locale).toBe('pt-BR')
})

test('so does a person of a file, unless a column says otherwise', async () => {
  const as = { as: 'service', school: school.schoolId } as const
  const { take } = system.internal('users', { peopleImports }, as).peopleImports
  const rows: { row: number; values: Record<string, string> }[] = [
    { row: 1, values: { email: 'eve@school.example' } },
    { row: 2, values: { email: 'fay@school.example', locale: 'de' } },
  ]
  const order = { dry_run: false, on_match: 'skip' as const, tag_ids: [], group_ids: [], consent: null }
  await take({ body: { ...order, import_id: newId('imp'), role: 'owner', rights: [['*']], rows } })
  const { users } = gateway.client(usersContract.resources, school)
  const locales = rows.map(
    async ({ values: { email = '' } }) => (await users.byEmail({ path: { email } })).locale,
  )
  expect(await Promise.all(locales)).toEqual(['pt-BR', 'de'])
})
