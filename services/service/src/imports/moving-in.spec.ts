// A school moves in with the tables of other programs: nothing is lost without a word, and nobody is written to.
import { type Caller, type Envelope, newId } from '@lms/contract'
import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { registry, siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { serviceContract } from '../contract.ts'
import { serviceService } from '../service.ts'
import { download } from '../testing/download.ts'
import { upload } from '../testing/upload.ts'

let system: TestSystem
let now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  const clock = { now: () => new Date(now) }
  const services = [usersService, siteService, learningService, crmService, serviceService]
  system = await startSystem({ services, clock, settings: { taskSlots: 0 } })
})
afterAll(() => system?.stop())

const apiOf = (caller: Caller) => ({
  users: system.client('users', usersContract.resources, caller),
  learning: system.client('learning', learningContract.resources, caller),
  crm: system.client('crm', crmContract.resources, caller),
  site: system.client('site', siteContract.resources, caller),
  imports: system.client('service', serviceContract.resources, caller).imports,
})

async function school() {
  const { registry: schools } = system.internal('site', { registry })
  const host = `${newId('sch').slice(4)}.example`
  const { id } = await schools.create({ body: { name: 'Painting school', domains: [host] } })
  const caller = system.caller({ school: id })
  const api = apiOf(caller)
  const key = await api.users.apiKeys.issue({ body: { name: 'CRM', kind: 'integration', role: 'owner' } })
  const by: Caller = { ...caller, key: key.id }
  type Body = Parameters<typeof api.imports.create>[0]['body']
  const ended = (id: string) =>
    eventually('the end of the import', async () => {
      now += 3000
      for (const service of ['service', 'site', 'learning', 'users', 'crm'])
        await system.services[service]!.workOffTasks()
      const state = await apiOf(by).imports.get({ path: { id } })
      return state.status === 'finished' || state.status === 'failed' ? state : null
    })
  const order = async (text: string, body: Partial<Body> = {}) =>
    apiOf(by).imports.create({ body: { file_id: await upload(system, by, Buffer.from(text)), ...body } })
  const run = async (text: string, body: Partial<Body> = {}) => {
    const done = await ended((await order(text, body)).id)
    expect(done).toMatchObject({ status: 'finished', failure: null })
    return done
  }
  const person = async (email: string) => api.users.users.byEmail({ path: { email } })
  const problems = async ({ errors_url }: { errors_url: string | null }) =>
    (await download(system, by, errors_url!)).text()
  /** All people as a table. */
  const exportPeople = async () => {
    const exports = system.client('service', serviceContract.resources, by).exports
    const { id } = await exports.create({ body: { list: '/v1/users', format: 'csv' } })
    const { download_url } = await eventually('the export', async () => {
      now += 3000
      for (const service of ['service', 'site']) await system.services[service]!.workOffTasks()
      const state = await exports.get({ path: { id } })
      return state.status === 'finished' ? state : null
    })
    return (await download(system, by, download_url!)).text()
  }
  return { caller: by, api: apiOf(by), run, person, problems, exportPeople }
}

/** The events that a service has told of a school. */
const eventsOf = async ({ school }: Caller, service: string): Promise<Envelope<any>[]> => {
  const text = `select payload from ${service}.outbox where school_id = $1 order by position`
  const rows = await system.services[service]!.runtime.system.rows({
    statement: { name: '', text },
    values: [school],
  })
  return rows.map(([payload]) => JSON.parse(payload!)).filter(({ type }) => type)
}

test('values that cannot be taken are told, by row and column, and the rows are taken', async () => {
  const { api, run, person, problems } = await school()
  await api.users.customFields.create({
    body: { name: 'level', label: 'Level of skill', type: 'choice', options: ['Beginner', 'Expert'] },
  })
  const text = [
    'sep=;',
    'Email;First name;timezone;lang;Country;Phone;level of SKILL;Shoe size;Tags;Groups;Date registered',
    'ann@school.org;Ann;99;en_us;US;(202) 555-0143;expert;38;VIP, Blog;Spring;2020-02-03',
    ';;;;;;;;;;',
    'bob@school.org;Bob;Europe/Berlin;Deutsch;Germany;0171 1234567;Guru;;vip;Spring;',
    'broken;Carl;;;;;;;;;',
  ].join('\r\n')
  const dry = await run(text, { dry_run: true })
  const done = await run(text)
  expect(done.counts).toMatchObject({ rows: 4, created: 2, empty: 1, errors: 1, warnings: 2 })
  expect(dry.counts).toEqual(done.counts)
  expect(dry.errors).toEqual(done.errors)
  expect(done.errors.map(({ row, column, severity }) => [row, column, severity])).toEqual([
    [1, 'timezone', 'warning'],
    [3, 'level of SKILL', 'warning'],
    [4, 'Email', 'error'],
  ])
  expect(done.columns.find(({ column }) => column === 'Shoe size')).toMatchObject({
    ...{ field: null, values: 1, reason: expect.stringContaining('custom field') },
  })
  expect(done.columns.find(({ column }) => column === 'level of SKILL')).toMatchObject({
    ...{ field: 'custom_fields.level', values: 2, warnings: 1, reason: null },
  })
  const ann = await person('ann@school.org')
  expect(ann).toMatchObject({
    ...{ phone: '+12025550143', locale: 'en-US', time_zone: 'UTC', custom_fields: { level: 'Expert' } },
    created_at: '2020-02-03T00:00:00.000+00:00',
  })
  const tagsOf = async (id: typeof ann.id) =>
    (await api.users.personTags.list({ path: { id } })).data.map(({ name }) => name).sort()
  expect(await tagsOf(ann.id)).toEqual(['Blog', 'VIP'])
  const bob = await person('bob@school.org')
  expect(bob).toMatchObject({ phone: '+491711234567', locale: 'de', time_zone: 'Europe/Berlin' })
  expect(await tagsOf(bob.id)).toEqual(['VIP'])
  const [group, ...others] = (await api.users.groups.list()).data
  expect([group?.name, others]).toEqual(['Spring', []])
  expect((await api.users.users.list({ query: { group_id: group!.id } })).data).toHaveLength(2)

  // The rows with problems, corrected, are imported as the file was.
  const sent = await problems(done)
  const lines = sent.trim().split('\r\n')
  expect(lines[0]).toBe(`${text.split('\r\n')[1]!.replaceAll(';', ',')},import_row,import_problem`)
  const again = await run(
    sent.replace('broken', 'carl@school.org').replace('Guru', 'BEGINNER').replace(',99,', ',UTC,'),
  )
  expect(again.counts).toMatchObject({
    rows: 3,
    created: 1,
    updated: 1,
    unchanged: 1,
    errors: 0,
    warnings: 0,
  })
  expect((await person('bob@school.org')).custom_fields).toEqual({ level: 'Beginner' })
})

test('who is subscribed elsewhere has consented, and who is not gets nothing', async () => {
  const { api, run, person } = await school()
  const header = 'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,TIMEZONE,CC,TAGS'
  await run(`${header}\nyes@school.org,Yes,2,2020-01-01 10:00:00,2020-01-02 10:00:00,,us,"""VIP"",""Old"""\n`)
  await run(`Email Address,First Name,UNSUB_TIME\nno@school.org,No,2021-01-02 10:00:00\n`)
  await run(`Email Address,First Name,CLEAN_TIME\ngone@school.org,Gone,2021-01-02 10:00:00\n`)
  const consentsOf = async (email: string) =>
    (await api.users.consents.list({ path: { id: (await person(email)).id } })).data
  expect(await consentsOf('yes@school.org')).toMatchObject([
    { channel: 'email', status: 'given', given_at: '2020-01-02T10:00:00.000+00:00' },
  ])
  expect(await consentsOf('no@school.org')).toEqual([])
  const { data } = await api.crm.suppressions.list({ query: { sort: 'created_at' } })
  expect(data.map(({ address, reason, topic }) => [address, reason, topic])).toEqual([
    ['no@school.org', 'unsubscribed', null],
    ['gone@school.org', 'hard_bounce', null],
  ])
})

test('studies come with their ends, completions and certificates, and again change nothing', async () => {
  const { caller, api, run, person } = await school()
  const course = await api.learning.courses.create({ body: { title: 'Watercolour' } })
  const module = await api.learning.modules.create({ body: { course_id: course.id, title: 'One' } })
  for (const title of ['A', 'B', 'C', 'D']) {
    const lesson = await api.learning.lessons.create({ body: { module_id: module.id, title } })
    const content = { kind: 'text' as const, html: '<p>Text</p>' }
    await api.learning.lessonBlocks.create({ path: { id: lesson.id }, body: { content } })
    await api.learning.lessons.update({ path: { id: lesson.id }, body: { status: 'published' } })
  }
  await api.learning.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })
  await api.learning.certificateTemplates.create({ body: { name: 'Paper', course_ids: [course.id] } })
  const text = [
    'email,full name,course,enrolled_at,expires_at,percent_complete,completed_at,certificate',
    'done@school.org,Dora Done,watercolour,2024-01-05,2025-01-05,100,2024-06-01,TH 2024!',
    'done@school.org,Dora Done,watercolour,2024-01-05,2025-01-05,100,2024-06-01,TH-2024-1',
    `half@school.org,Hal Half,${course.id},2026-01-05,2027-01-05,50,,`,
    'other@school.org,Otto Other,Oil,2026-01-05,,10,,',
    'twice@school.org,Tom Twice,Watercolour,,,,2025-01-01,TH-2024-1',
  ].join('\n')
  const dry = await run(text, { dry_run: true })
  const done = await run(text)
  expect(done.counts).toMatchObject({
    ...{ rows: 5, created: 4, accesses: 4, completions: 3, certificates: 1, errors: 0, warnings: 3 },
  })
  expect(dry.counts).toEqual(done.counts)
  expect(dry.errors).toEqual(done.errors)
  expect(done.errors.map(({ row, column }) => [row, column])).toEqual([
    [1, 'certificate'],
    [4, 'course'],
    [5, 'certificate'],
  ])
  const [dora, hal] = [await person('done@school.org'), await person('half@school.org')]
  const accesses = (await api.users.accesses.list({ query: { sort: 'created_at' } })).data
  expect(accesses.filter(({ user_id }) => user_id === dora.id)).toMatchObject([
    { source: 'manual', status: 'expired', expires_at: '2025-01-06T00:00:00.000+00:00' },
  ])
  expect(accesses.filter(({ user_id }) => user_id === hal.id)).toMatchObject([
    { status: 'active', expires_at: '2027-01-06T00:00:00.000+00:00' },
  ])
  const enrollments = await eventually('the studies', async () => {
    for (const service of ['users', 'learning']) await system.services[service]!.workOffTasks()
    const { data } = await api.learning.enrollments.list({ query: { sort: 'created_at' } })
    const own = data.find(({ user_id }) => user_id === hal.id)
    return own?.status === 'active' && own.percent === 50 ? data : null
  })
  expect(enrollments.find(({ user_id }) => user_id === dora.id)).toMatchObject({
    percent: 100,
    completed_at: '2024-06-01T00:00:00.000+00:00',
  })
  const certificates = (await api.learning.certificates.list()).data
  expect(certificates).toMatchObject([
    {
      ...{ number: 'TH-2024-1', name: 'Dora Done', user_id: dora.id },
      ...{ issued_at: '2024-06-01T00:00:00.000+00:00', completed_at: '2024-06-01T00:00:00.000+00:00' },
    },
  ])
  const again = await run(text)
  expect(again.counts).toMatchObject({ created: 0, updated: 0, accesses: 4, completions: 3, certificates: 1 })
  expect((await api.users.accesses.list()).data).toHaveLength(accesses.length)
  expect((await api.learning.certificates.list()).data).toHaveLength(1)

  // All of it says that it was imported.
  const told = [...(await eventsOf(caller, 'users')), ...(await eventsOf(caller, 'learning'))].filter(
    ({ type }) =>
      ['user.created', 'course.access_granted', 'course.completed', 'course.certificate_issued'].includes(
        type,
      ),
  )
  expect(new Set(told.map(({ type }) => type)).size).toBe(4)
  expect(told.filter(({ data }) => data.imported !== true)).toEqual([])
  const lessons = (await eventsOf(caller, 'learning')).filter(({ type }) => type.startsWith('lesson.'))
  expect(lessons.filter(({ related }) => related.user_id)).toEqual([])
  expect((await api.crm.messages.list()).data).toEqual([])
})

test.each([
  ['email,course\na@school.org,Oil\n', 'give access to courses'],
  ['email,email_status\na@school.org,cleaned\n', 'put addresses on the list of suppressions'],
  ['email,unsubscribed\na@school.org,yes\n', 'put addresses on the list of suppressions'],
  ['email,UNSUB_TIME\na@school.org,2024-01-01\n', 'put addresses on the list of suppressions'],
  ['email,CLEAN_TIME\na@school.org,2024-01-01\n', 'put addresses on the list of suppressions'],
  ['email,tags\na@school.org,VIP\n', 'give tags'],
])('a table with %j needs the right to %s', async text => {
  const { caller } = await school()
  const file_id = await upload(system, caller, Buffer.from(text))
  const limited: Caller = { ...caller, rights: [['users:write', 'imports:write', 'files:*']] }
  const ordering = apiOf(limited).imports.create({ body: { file_id } })
  await expect(ordering).rejects.toMatchObject({ status: 403, reason: 'import_beyond_own' })
})

test('people who are exported come back equal elsewhere', async () => {
  const [from, to] = [await school(), await school()]
  const fields = [
    { name: 'level', label: 'Level', type: 'choice' as const, options: ['Beginner', 'Expert'] },
    { name: 'topics', label: 'Topics', type: 'multi_choice' as const, options: ['Art', 'Law, public'] },
    { name: 'born_on', label: 'Born', type: 'date' as const },
    { name: 'score', label: 'Score', type: 'number' as const },
    { name: 'is_member', label: 'Member', type: 'boolean' as const },
    { name: 'note', label: 'Note', type: 'text' as const },
  ]
  for (const { api } of [from, to]) for (const body of fields) await api.users.customFields.create({ body })
  const text = [
    'email,phone,first_name,last_name,lang,time_zone,Level,Topics,Born,Score,Member,Note,tags,groups,email_status,subscribed_at,consent_version,created_at',
    'ann@school.org,+491711234567,=Ann,"Lee, ""A""",de,Europe/Berlin,expert,"Art; ""Law, public""",2000-05-06,-1.5,no,+x,"VIP; ""a, b""",Spring,subscribed,2020-02-03T04:05:06Z,2019-1,2019-01-02',
    'bob@school.org,,Bob,,en,UTC,,,,,,,,,unsubscribed,,,2020-01-02',
    'cy@school.org,,Cy,,en,UTC,,,,,,,,,cleaned,,,2020-01-03',
  ].join('\n')
  expect((await from.run(text)).counts).toMatchObject({ created: 3, warnings: 0, errors: 0 })
  const first = await from.exportPeople()
  expect((await to.run(first)).counts).toMatchObject({ created: 3, warnings: 0, errors: 0 })
  // Equal but for the ids, and the times of the last change.
  const withoutOwn = (csv: string) =>
    csv
      .split('\r\n')
      .map(line => line.replace(/^usr_[0-9a-z]{26}/, 'usr').replaceAll(/2026-11-2[^,]*/g, 'now'))
  expect(withoutOwn(await to.exportPeople())).toEqual(withoutOwn(first))
  expect(first).toContain('custom_fields.level')
  expect(first).toContain('"VIP; ""a, b"""')
})
