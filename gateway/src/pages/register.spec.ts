// Visitors register for webinars on a page of the school. `room.spec.ts` follows one of them into the room.
import { commerceService } from '@lms/commerce/service'
import { hostOperations } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import type { TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, type TestGateway } from '@lms/testing/gateway'
import { faultsOfPage, openWithoutScript } from '@lms/testing/page-checks'
import { startVisitedSite, type VisitedSite } from '@lms/testing/visited-site'
import { usersService } from '@lms/users/service'
import { webinarsService } from '@lms/webinars/service'
import type { Browser } from 'playwright-core'

describe('the page on which visitors register', () => {
  let site: VisitedSite
  let system: TestSystem
  let gateway: TestGateway
  let browser: Browser
  let school: GatewaySchool
  const startedAt = Date.parse('2027-01-15T10:00:00Z')
  let later = 0
  const complaints: string[] = []
  beforeAll(async () => {
    site = await startVisitedSite({
      services: [usersService, siteService, commerceService, webinarsService],
      // A slow machine is not taken for a person who reads.
      clock: { now: () => new Date(startedAt + later) },
    })
    ;({ system, gateway, browser } = site)
    school = await newSchool(gateway)
  }, 120_000)
  afterAll(async () => {
    await site?.stop()
  })
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  const done = (method: string, path: string, body?: object) => gateway.done(school, method, path, body)
  const pageOf = async (
    fields: object = {},
    starts = ['2027-02-01T18:00:00Z'],
    seats: number | null = null,
  ) => {
    const webinar = await done('POST', '/webinars', { title: 'Colour', host: 'Clara', ...fields })
    for (const starts_at of starts)
      await done('POST', '/webinar-sessions', { webinar_id: webinar.id, starts_at, seats })
    return { webinar, path: `/webinars/${webinar.id}` }
  }
  const get = (path: string, host = school.host) =>
    gateway.call('GET', path, { host, headers: { accept: 'text/html' } })
  const send = (path: string, form: Record<string, string>, headers?: Record<string, string>) =>
    gateway.sendForm(school.host, path, form, headers)
  /** The hidden fields of the form of a page, read for long enough. */
  const formOf = async (path: string): Promise<Record<string, string>> => {
    const { body } = await get(path)
    later += 2000
    const hidden = [...body.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
    return Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
  }
  const registrations = async (webinar_id: string) =>
    (await done('GET', `/webinar-registrations?webinar_id=${webinar_id}`)).data

  test('answers the same whether the school knows the person, and registers each once', async () => {
    const { webinar, path } = await pageOf()
    const form = await formOf(path)
    await done('POST', '/users', { email: 'known@school.example' })
    const answers = []
    for (const email of ['known@school.example', 'new@school.example', 'New@school.example'])
      answers.push(await send(path, { ...form, email }))
    for (const { status, headers } of answers)
      expect([status, headers.location]).toEqual([303, `${path}?registered`])
    const thanks = await get(`${path}?registered`)
    expect(thanks.body).toContain('You are registered.')
    expect(await registrations(webinar.id)).toHaveLength(2)
  })

  test('offers the sessions to come in the zone of the school, and of those the ones with a free seat', async () => {
    const { host } = system.internal(
      'site',
      { host: hostOperations },
      { as: 'service', school: school.schoolId },
    )
    const values = { time_zone: 'America/New_York' }
    await host.changeSettings({ body: { values, version: null, role: 'owner' } })
    const { webinar, path } = await pageOf({}, ['2027-02-01T18:00:00Z', '2027-02-08T18:00:00Z'], 1)
    const page = await openWithoutScript(browser, `http://${school.host}${path}`, complaints)
    await page.getByText('With Clara').first().waitFor()
    await page.getByLabel('Session').selectOption({ label: 'February 8, 2027 at 01:00 PM EST' })
    // With scripts the times are those of the visitor, and each can be put into a calendar.
    const berlin = await browser.newContext({ timezoneId: 'Europe/Berlin' })
    const visitor = await berlin.newPage()
    await visitor.goto(`http://${school.host}${path}`)
    await visitor.getByText('February 1, 2027 at 07:00 PM GMT+1').first().waitFor()
    await visitor.getByLabel('Session').selectOption({ label: 'February 8, 2027 at 07:00 PM GMT+1' })
    const [download] = await Promise.all([
      visitor.waitForEvent('download'),
      visitor.getByRole('link', { name: 'Add to calendar' }).first().click(),
    ])
    expect(download.suggestedFilename()).toBe('webinar.ics')
    await berlin.close()
    await page.getByLabel('E-mail').fill('ann')
    expect(await faultsOfPage(browser, await page.content())).toEqual([])
    await page.getByLabel('E-mail').fill('dot@school.example')
    later += 2000
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByText('You are registered.').waitFor()
    const [second, ...others] = await registrations(webinar.id)
    expect(others).toEqual([])
    const form = await formOf(path)
    // Whoever is registered is told the same as a stranger.
    for (const email of ['dot@school.example', 'eve@school.example']) {
      const late = await send(path, { ...form, email, session_id: second.session_id })
      expect([late.status, late.body]).toEqual([
        200,
        expect.stringContaining('every seat of this session is taken'),
      ])
    }
    expect(await send(path, { ...form, email: 'eve@school.example' })).toMatchObject({ status: 303 })
    const full = await get(path)
    expect(full.body).toContain('Every seat is taken.')
    expect(full.body).not.toContain('<form')
    const none = await get((await pageOf({}, [])).path)
    expect(none.body).toContain('No session is announced now.')
    expect(await faultsOfPage(browser, full.body)).toEqual([])
  })

  test('leads to the cheapest offer of a webinar that is sold, and says that one is for a group', async () => {
    const { webinar, path } = await pageOf({ access: 'offer' })
    expect((await get(path)).body).toContain('not at the moment')
    const selling = async (amount: number, status = 'active') => {
      const offer = await done('POST', '/offers', { name: 'Ticket', amount, currency: 'EUR', status })
      const item = { kind: 'webinar', resource_id: webinar.id, name: 'Webinar' }
      await done('POST', `/offers/${offer.id}/items`, item)
      return offer
    }
    await selling(1000, 'draft')
    await selling(5000)
    const cheapest = await selling(3000)
    const sold = (await get(path)).body
    expect(sold).toContain(`href="/buy/${cheapest.id}"`)
    expect(await faultsOfPage(browser, sold)).toEqual([])
    const group = await done('POST', '/groups', { name: 'Secret group' })
    await done('PATCH', path, { access: 'group', group_id: group.id })
    const closed = (await get(path)).body
    expect(closed).toContain('for the members of a group')
    for (const page of [sold, closed]) expect(page).not.toContain('<form')
    expect(closed).not.toContain('Secret group')
    // A form that was open before registers nobody.
    const other = await pageOf()
    const form = await formOf(other.path)
    await done('PATCH', other.path, { access: 'group', group_id: group.id })
    const late = await send(other.path, { ...form, email: 'ann@school.example' })
    expect(late.body).toContain('not open to everybody')
    expect(await registrations(other.webinar.id)).toEqual([])
  })

  test('takes no form of another site or school, of a program, or that is broken', async () => {
    const { webinar, path } = await pageOf()
    const { body } = await get(path)
    const key = /name="key" value="([^"]*)"/.exec(body)![1]!
    const session_id = /name="session_id" value="([^"]*)"/.exec(body)![1]!
    const form = { key, session_id, email: 'fay@school.example' }
    expect((await send(path, form)).body).toContain('faster than people are')
    later += 2000
    const foreign = await send(path, form, { origin: 'https://elsewhere.example' })
    expect([foreign.status, foreign.body]).toEqual([403, expect.stringContaining('came from another site')])
    expect(await send(path, { ...form, website: 'x' })).toMatchObject({
      status: 303,
      headers: { location: path },
    })
    for (const wrong of [{ key: 'forged' }, { session_id: 'wbs_1' }])
      expect((await send(path, { ...form, ...wrong })).status).toBe(400)
    const faulty = await send(path, { ...form, email: 'fay', first_name: 'x'.repeat(101) })
    expect(faulty.body).toContain('This is not an e-mail address.')
    expect(faulty.body).toContain('This name is too long.')
    const elsewhere = await newSchool(gateway)
    for (const at of [path, `/webinars/${webinar.id.slice(0, -1)}`])
      expect((await get(at, elsewhere.host)).status).toBe(404)
    expect(await registrations(webinar.id)).toEqual([])
    const many = []
    for (let count = 0; count < 70; count++) many.push((await send(path, form)).status)
    expect(many).toContain(303)
    expect(many.at(-1)).toBe(429)
  })
})
