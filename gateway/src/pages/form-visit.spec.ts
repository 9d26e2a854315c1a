// Visitors submit forms in a browser without scripts, and programs send what no browser would.
import { siteService } from '@lms/site/service'
import { eventually } from '@lms/testing'
import { type GatewaySchool, newSchool, type TestGateway } from '@lms/testing/gateway'
import { faultsOfPage, openWithoutScript } from '@lms/testing/page-checks'
import { startVisitedSite, type VisitedSite } from '@lms/testing/visited-site'
import { usersService } from '@lms/users/service'
import type { Browser } from 'playwright-core'

let site: VisitedSite
let gateway: TestGateway
let browser: Browser
let school: GatewaySchool
const startedAt = Date.now()
let later = 0
const complaints: string[] = []
beforeAll(async () => {
  const settings = { settings: { LMS_SITE_URL: 'http://{domain}' } }
  // A slow machine is not taken for a person who reads.
  const clock = { now: () => new Date(startedAt + later) }
  site = await startVisitedSite({ services: [usersService, siteService], clock, settings })
  ;({ gateway, browser } = site)
}, 120_000)
beforeEach(async () => {
  school = await newSchool(gateway, 'School of "Ada"')
})
afterAll(async () => {
  await site?.stop()
})
afterEach(() => expect(complaints.splice(0)).toEqual([]))

const done = (method: string, path: string, body?: object) => gateway.done(school, method, path, body)
const newForm = (fields: object = {}) =>
  done('POST', '/forms', {
    name: 'Lead',
    title: 'Ask <us>',
    fields: [
      { key: 'email', label: 'E-mail', kind: 'email', person_field: 'email', required: true },
      { key: 'question', label: 'Question', kind: 'long_text', hint: 'Whatever it is' },
      { key: 'topics', label: 'Topics', kind: 'multi_select', options: ['Price', 'Dates'] },
    ],
    consents: [{ key: 'terms', text: 'I agree.', required: true }],
    thanks_text: 'We write to you.',
    ...fields,
  })
const submissions = async () => (await done('GET', '/form-submissions?sort=created_at')).data
const reasons = async (): Promise<(string | null)[]> =>
  (await submissions()).map(({ spam_reason }: { spam_reason: string | null }) => spam_reason)
const fullForm = { email: 'ann@school.example', 'consent.given': 'terms' }
const send = (id: string, fields: Record<string, string>, headers?: Record<string, string>) =>
  gateway.sendForm(school.host, `/forms/${id}`, fields, headers)

test('a visitor submits a form, and becomes a person', async () => {
  const form = await newForm()
  const page = await openWithoutScript(browser, `http://${school.host}/forms/${form.id}`, complaints)
  await page.getByRole('heading', { level: 1, name: 'Ask <us>' }).waitFor()
  expect(await faultsOfPage(browser, await page.content())).toEqual([])
  await page.getByLabel('E-mail').fill('ann@school.example')
  await page.getByLabel('Dates').check()
  await page.getByLabel('I agree.').check()
  // As long as a person takes at least.
  later += 2000
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('We write to you.').waitFor()
  expect(await faultsOfPage(browser, await page.content())).toEqual([])
  const submission = await eventually('the person', async () => {
    const [first] = await submissions()
    return first?.status === 'finished' && first
  })
  expect(submission).toMatchObject({ source: 'page', created_user: true, spam_reason: null })
  expect(submission.answers).toEqual([
    { key: 'email', value: 'ann@school.example' },
    { key: 'topics', value: 'Dates' },
  ])
  expect(await done('GET', `/users/${submission.user_id}`)).toMatchObject({ email: 'ann@school.example' })
})

test('what is wrong stands beside the fields, and what was sent is kept', async () => {
  const { id } = await newForm()
  const { status, body } = await send(id, { email: 'ann', question: 'A "B"?' })
  expect(status).toBe(200)
  expect(body).toContain('role="alert"')
  expect(body).toContain('value="ann"')
  expect(body).toContain('A &#34;B&#34;?')
  expect(await faultsOfPage(browser, body)).toEqual([])
  expect(await submissions()).toEqual([])
})

test('spam is stored as spam, causes nothing, and is answered like any other', async () => {
  const { id } = await newForm({ allowed_origins: ['https://landing.example'] })
  const honest = await send(id, fullForm, { origin: 'https://landing.example' })
  const { body: _, headers } = await gateway.call('GET', `/forms/${id}`, { host: school.host })
  const cookie = String(headers['set-cookie']).split(';')[0]!
  const answers = [
    await send(id, { ...fullForm, question: 'a', 'your.website': 'https://spam.example' }),
    await send(id, { ...fullForm, question: 'b' }, { cookie }),
    await send(id, { ...fullForm, question: 'c' }, { origin: 'https://evil.example' }),
    await send(id, { ...fullForm, question: 'd' }, { origin: 'null', 'sec-fetch-site': 'cross-site' }),
  ]
  for (const { status, headers, body } of answers)
    expect({ status, location: headers.location, body }).toEqual({
      status: honest.status,
      location: honest.headers.location,
      body: honest.body,
    })
  const rows = await submissions()
  expect(rows.map(({ spam_reason }: { spam_reason: string | null }) => spam_reason)).toEqual([
    null,
    'honeypot',
    'too_fast',
    'foreign_origin',
    'foreign_origin',
  ])
  expect((await done('GET', `/forms/${id}`)).submissions_count).toBe(1)
})

test('a form that comes too often from one network is spam', async () => {
  const { id } = await newForm()
  const { headers } = await gateway.call('GET', `/forms/${id}`, { host: school.host })
  const cookie = String(headers['set-cookie']).split(';')[0]!
  later += 2000
  for (let count = 0; count <= 20; count++)
    await send(id, { ...fullForm, question: String(count) }, { cookie })
  expect(await reasons()).toEqual([...Array(20).fill(null), 'too_many'])
})

test('a program that sends a form again and again without ever opening it makes five people at most', async () => {
  const { id } = await newForm()
  const posts = Array.from({ length: 25 }, (_, count) =>
    send(id, { ...fullForm, email: `person${count}@school.example` }),
  )
  for (const { status } of await Promise.all(posts)) expect(status).toBe(303)
  const spamReasons = await reasons()
  expect(spamReasons.filter(reason => reason === null)).toHaveLength(5)
  expect(spamReasons.filter(reason => reason === 'too_many')).toHaveLength(20)
})

test('a form leads to its own page of thanks, and to no other site', async () => {
  const { id } = await newForm({ redirect_path: '/thanks' })
  expect(await send(id, fullForm)).toMatchObject({ status: 303, headers: { location: '/thanks' } })
  const page = await gateway.call('GET', `/forms/${id}?submitted=//evil.example`, { host: school.host })
  expect(page.body).not.toContain('evil.example')
})

test('a form of another school, and an inactive one, take nothing', async () => {
  const { id } = await newForm()
  await done('PATCH', `/forms/${id}`, { active: false })
  expect((await send(id, fullForm)).body).toContain('takes no more entries')
  expect(await submissions()).toEqual([])
  school = await newSchool(gateway, 'Other')
  expect((await send(id, fullForm)).status).toBe(404)
})
