// Participants enter the room of a webinar, in browsers without and with scripts.
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { startBrowser } from '@lms/testing/browser'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { faultsOfPage, openWithoutScript } from '@lms/testing/page-checks'
import { usersService } from '@lms/users/service'
import { webinarsService } from '@lms/webinars/service'
import type { Browser } from 'playwright-core'

describe('the room of a webinar', () => {
  let system: TestSystem
  let gateway: TestGateway
  let browser: Browser
  let school: GatewaySchool
  const complaints: string[] = []
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService, webinarsService] })
    gateway = await startTestGateway(system)
    browser = await startBrowser(gateway.running.port)
    school = await newSchool(gateway)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await gateway?.stop()
    await system?.stop()
  })
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  const done = async (method: string, path: string, body?: object) => {
    const answer = await gateway.call(method, `/api/v1${path}`, { ...school, body })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  let people = 0
  /** A live session with a poll, and the entry of a participant. */
  async function entered() {
    const webinar = await done('POST', '/webinars', { title: 'Colour & <light>' })
    const session = await done('POST', '/webinar-sessions', {
      webinar_id: webinar.id,
      starts_at: '2027-01-15T18:00:00+01:00',
      join_url: 'https://meet.example/colour',
    })
    const person = await done('POST', '/users', { email: `p${++people}@school.example`, first_name: 'Ann' })
    const entry = await done('POST', '/webinar-registrations', { session_id: session.id, user_id: person.id })
    const poll = {
      key: 'often',
      kind: 'poll',
      status: 'shown',
      title: 'How often?',
      options: ['Daily', 'Weekly'],
    }
    await done('POST', `/webinar-sessions/${session.id}/blocks`, poll)
    await done('POST', `/webinar-sessions/${session.id}/start`)
    const path: string = entry.entry_path
    return { session, entry, path, url: `http://${school.host}${path}` }
  }

  test('without a script a participant reads, writes and answers, and leaves nothing unreadable', async () => {
    const { path, url } = await entered()
    const page = await openWithoutScript(browser, url, complaints)
    await page.getByRole('heading', { level: 1, name: 'Colour & <light>' }).waitFor()
    await page.getByRole('link', { name: 'Go to the video' }).waitFor()
    await page.getByLabel('Your message').fill('Good <b>evening</b>')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Ann Good <b>evening</b>').waitFor()
    await page.getByRole('combobox').selectOption('Weekly')
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByRole('row', { name: 'Weekly ✓ 1 answer' }).waitFor()
    const source = (await gateway.call('GET', path, { host: school.host })).body as string
    expect(await faultsOfPage(browser, source)).toEqual([])
  })

  test('with its script the page tells of the presence, and shows what others write', async () => {
    const { session, path, url } = await entered()
    const page = await (await browser.newContext()).newPage()
    page.on('pageerror', error => void complaints.push(error.message))
    page.on('console', message => void complaints.push(message.text()))
    const told = page.waitForResponse(
      answer => new URL(answer.url()).pathname === path.replace('rooms', 'room-beats'),
    )
    await page.goto(url)
    await done('POST', '/webinar-messages', { session_id: session.id, text: 'Welcome', author_name: 'Clara' })
    expect(await (await told).json()).toMatchObject({ status: 'live', next_seconds: 15 })
    await page.getByText('Clara Welcome').waitFor()
  })

  test('an entry that is canceled leads to no room, and its beats are refused', async () => {
    const { entry, path } = await entered()
    await done('DELETE', `/webinar-registrations/${entry.id}`)
    const shown = await gateway.call('GET', path, { host: school.host, headers: { accept: 'text/html' } })
    expect(shown).toMatchObject({ status: 404, body: expect.stringContaining('not valid any more') })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const beat = await gateway.call('POST', path.replace('rooms', 'room-beats'), {
      host: school.host,
      headers,
      body: '',
    })
    expect(beat.status).toBe(404)
  })
})
