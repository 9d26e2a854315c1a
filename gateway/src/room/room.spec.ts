// Participants enter the room of a webinar, in browsers without and with scripts.
import { commerceService } from '@lms/commerce/service'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { faultsOfPage, openWithoutScript } from '@lms/testing/page-checks'
import { startVisitedSite, type VisitedSite } from '@lms/testing/visited-site'
import { usersService } from '@lms/users/service'
import { webinarsService } from '@lms/webinars/service'
import type { Browser } from 'playwright-core'
import { filmTests } from './testing/film.ts'
import { eventsOf, type Heard, hangUp, headOf, hear, until } from './testing/hearing.ts'
import { silence } from './testing/silence.ts'

describe('the room of a webinar', () => {
  let site: VisitedSite
  let system: TestSystem
  let gateway: TestGateway
  let browser: Browser
  let school: GatewaySchool
  let later = 0
  const complaints: string[] = []
  beforeAll(async () => {
    site = await startVisitedSite({
      services: [usersService, siteService, commerceService, serviceService, webinarsService],
      clock: { now: () => new Date(Date.now() + later) },
      settings: { settings: { LMS_SITE_URL: 'http://{domain}' } },
    })
    ;({ system, gateway, browser } = site)
    school = await newSchool(gateway)
  }, 120_000)
  afterAll(async () => {
    await site?.stop()
  })
  afterEach(hangUp)
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  const done = (method: string, path: string, body?: object) => gateway.done(school, method, path, body)
  let people = 0
  /** A live session with a poll, and the entry of a participant. */
  async function entered(join_url = 'https://meet.example/colour') {
    const webinar = await done('POST', '/webinars', { title: 'Colour & <light>' })
    const session = await done('POST', '/webinar-sessions', {
      webinar_id: webinar.id,
      starts_at: '2027-01-15T18:00:00+01:00',
      join_url,
    })
    const person = await done('POST', '/users', { email: `p${++people}@school.example`, first_name: 'Ann' })
    const entry = await done('POST', '/webinar-registrations', { session_id: session.id, user_id: person.id })
    const poll = {
      key: 'often',
      kind: 'poll',
      status: 'visible',
      title: 'How often?',
      options: ['Daily', 'Weekly'],
    }
    await done('POST', `/webinar-sessions/${session.id}/blocks`, poll)
    await done('POST', `/webinar-sessions/${session.id}/start`)
    const path: string = entry.entry_path
    return { session, entry, path, url: `http://${school.host}${path}` }
  }

  filmTests({
    entered,
    done,
    complaints,
    browser: () => browser,
    host: () => school.host,
    page: async path => (await gateway.call('GET', path, { host: school.host })).body as string,
    pass: ms => {
      later += ms
    },
  })

  test('without a script a participant reads, writes and answers, and leaves nothing unreadable', async () => {
    const { path, url } = await entered()
    const page = await openWithoutScript(browser, url, complaints)
    await page.getByRole('heading', { level: 1, name: 'Colour & <light>' }).waitFor()
    const href = await page.getByRole('link', { name: 'Go to the video' }).getAttribute('href')
    const video = await gateway.call('GET', `${path}${href}`, { host: school.host })
    expect(video.status).toBe(303)
    expect(video.headers.location).toBe('https://meet.example/colour')
    expect(video.headers['referrer-policy']).toBe('no-referrer')
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
    const beatResponse = page.waitForResponse(
      answer => new URL(answer.url()).pathname === path.replace('rooms', 'room-beats'),
    )
    await page.goto(url)
    await done('POST', '/webinar-messages', { session_id: session.id, text: 'Welcome', author_name: 'Clara' })
    expect(await (await beatResponse).json()).toMatchObject({ status: 'live', next_seconds: 15 })
    await page.getByText('Clara (team) Welcome').waitFor()
  })

  test('what the stream brings while an older page is on its way stays', async () => {
    const { session, path, url } = await entered()
    const page = await browser.newPage()
    page.on('pageerror', error => void complaints.push(error.message))
    const say = (text: string) =>
      done('POST', '/webinar-messages', { session_id: session.id, text, author_name: 'Clara' })
    await page.goto(url)
    await say('Welcome')
    await page.getByText('Clara (team) Welcome').waitFor()
    const [accepted, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(url, async route => {
      if (route.request().method() !== 'POST') return route.continue()
      const { body } = await gateway.call('GET', path, {
        host: school.host,
        headers: { accept: 'text/html' },
      })
      accepted.resolve()
      await late.promise
      await route.fulfill({ contentType: 'text/html', body })
    })
    await page.getByLabel('Your message').fill('Hello')
    await page.getByRole('button', { name: 'Send' }).click()
    await accepted.promise
    await say('Goodbye')
    await done('POST', `/webinar-sessions/${session.id}/finish`)
    const brought = [page.getByText('Clara (team) Goodbye'), page.getByText('This webinar is over.')]
    for (const each of brought) await each.waitFor()
    await page.evaluate("document.getElementById('chat').dataset.before = ''")
    late.resolve()
    await page.locator('#chat[data-before]').waitFor({ state: 'detached' })
    for (const each of brought) expect(await each.isVisible()).toBe(true)
    expect(await page.getByLabel('Your message').isVisible()).toBe(false)
    await page.close()
  })

  test('an entry that is canceled leads to no room, and its beats are refused', async () => {
    const { entry, path } = await entered()
    await done('DELETE', `/webinar-registrations/${entry.id}`)
    const response = await gateway.call('GET', path, { host: school.host, headers: { accept: 'text/html' } })
    expect(response).toMatchObject({ status: 404, body: expect.stringContaining('not valid any more') })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const beat = await gateway.call('POST', path.replace('rooms', 'room-beats'), {
      host: school.host,
      headers,
      body: '',
    })
    expect(beat.status).toBe(404)
  })

  test('callbacks of video reach their service, and are taken with a genuine address and signature alone', async () => {
    const call = (method: string, token: string, body?: string) =>
      gateway.call(method, `/hooks/video/${token}`, { host: school.host, ...(body && { body }) })
    expect((await call('GET', 'wbs_1.forged?meetingID=wbs_1')).status).toBe(404)
    const forged = await call('POST', 'livekit', '{"event":"room_finished"}')
    expect([forged.status, forged.body.error.reason]).toEqual([400, 'callback_forged'])
    expect((await call('POST', 'livekit', ' '.repeat(1024 * 1024 + 1))).status).toBe(400)
  })

  test('what happens in a room is streamed once and in order, to whoever listens, from where they were', async () => {
    const { session, path } = await entered()
    const live = await listen(path)
    await until(live, 'retry: ')
    const write = (text: string) =>
      done('POST', '/webinar-messages', { session_id: session.id, text, author_name: 'Clara' })
    const first = await write('One & <two>')
    await until(live, 'One &#38; &#60;two&#62;')
    await done('POST', `/webinar-messages/${first.id}/pin`)
    await until(live, 'event: pin')
    await done('PATCH', `/webinar-messages/${first.id}`, { status: 'hidden' })
    await until(live, 'event: gone')
    await done('POST', `/webinar-sessions/${session.id}/finish`)
    await until(live, 'This webinar is over.')
    expect(live.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
    const events = eventsOf(live)
    expect(events).toMatchObject([
      { event: 'message' },
      { event: 'pin' },
      { event: 'gone' },
      { event: 'pin', data: { html: '' } },
      { event: 'state', data: { chat_open: false } },
      { event: 'block' },
    ])
    const numbers = events.map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index))
    // By the ring of this gateway, and by a read of the service behind another one.
    const back = await listen(path, { 'last-event-id': String(numbers[2]) })
    await until(back, 'This webinar is over.')
    expect(eventsOf(back)).toEqual(events.slice(3))
    const second = await startTestGateway(system)
    // Until it hears of changes it takes no listeners.
    const elsewhere = await eventually('a stream of the second gateway', async () => {
      const heard = await listen(path, { 'last-event-id': '0' }, second.running.port)
      return heard.status === 200 && heard
    })
    await until(elsewhere, 'This webinar is over.')
    expect(eventsOf(elsewhere).map(({ event }) => event)).not.toContain('message')
    const ahead = await listen(path, { 'last-event-id': '999' }, second.running.port)
    await until(ahead, 'event: reset')
    await second.stop()
    await until(elsewhere, null)
  })

  test('a HEAD of a stream gets its headers, and nothing that lasts', async () => {
    const { path } = await entered()
    const at = { port: gateway.running.port, host: school.host }
    const [head, none] = [await headOf(at, path), await headOf(at, `${path.slice(0, -1)}~`)]
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n(.+\r\n)*content-type: text\/event-stream\r\n(.+\r\n)*\r\n$/)
    expect(none).toMatch(/^HTTP\/1.1 404 /)
  })

  test('a stream ends within a second when its entry is canceled, its person banned, or its school suspended', async () => {
    const [one, other, third] = [await entered(), await entered(), await entered()]
    const streams = [await listen(one.path), await listen(other.path), await listen(third.path)]
    for (const stream of streams) await until(stream, 'retry: ')
    await done('DELETE', `/webinar-registrations/${one.entry.id}`)
    await until(streams[0]!, null)
    const { id } = await done('POST', '/webinar-messages', {
      session_id: other.session.id,
      user_id: other.entry.user_id,
      text: 'Hello',
    })
    await done('PATCH', `/webinar-messages/${id}`, { ban_author: true })
    await until(streams[1]!, null)
    expect((await listen(other.path)).status).toBe(404)
    const banned = (await gateway.call('GET', other.path, { host: school.host })).body as string
    expect(banned).toContain('You can no longer write in this chat.')
    expect(banned).not.toContain('Hello')
    const elsewhere = await newSchool(gateway)
    expect((await listen(third.path, {}, gateway.running.port, elsewhere.host)).status).toBe(404)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [method, path, body] of [
      ['GET', third.path, ''],
      ['GET', `${third.path}?video`, ''],
      ['POST', third.path, 'text=Hello'],
      ['POST', third.path.replace('rooms', 'room-beats'), ''],
    ] as const) {
      const answer = await gateway.call(method, path, { host: elsewhere.host, headers, body })
      expect([path, answer.status]).toEqual([path, 404])
    }
    const operate = (status: string) => gateway.operator('PATCH', `/schools/${school.schoolId}`, { status })
    expect((await operate('suspended')).status).toBe(200)
    await until(streams[2]!, null)
    await operate('active')
    // The next test asks in this school.
    const me = () => gateway.call('GET', '/api/v1/me', school)
    await eventually('the gateway to know', async () => (await me()).status === 200)
  })

  test('in a browser a visitor registers, enters on two tabs, chats and votes, loses the network, and misses nothing', async () => {
    const { session, url: other } = await entered()
    const open = await openWithoutScript(
      browser,
      `http://${school.host}/webinars/${session.webinar_id}`,
      complaints,
    )
    await open.getByRole('heading', { level: 1, name: 'Colour & <light>' }).waitFor()
    await open.getByLabel('E-mail').fill('Bea@school.example')
    await open.getByLabel('First name').fill('Bea')
    later += 2000
    await open.getByRole('button', { name: 'Register' }).click()
    await open.getByText('You are registered.').waitFor()
    expect(await faultsOfPage(browser, await open.content())).toEqual([])
    const { data } = await done('GET', `/webinar-registrations?session_id=${session.id}&sort=-created_at`)
    expect(data[0]).toMatchObject({ source: 'page', status: 'registered' })
    const url = `http://${school.host}${data[0].entry_path}`
    const context = await browser.newContext()
    const [page, tab, elsewhere] = [await context.newPage(), await context.newPage(), await browser.newPage()]
    for (const each of [page, tab, elsewhere])
      each.on('pageerror', error => void complaints.push(error.message))
    const beats = [page, tab, elsewhere].map(each =>
      each.waitForResponse(answer => new URL(answer.url()).pathname.startsWith('/room-beats/')),
    )
    const came = performance.now()
    await page.goto(url)
    await tab.goto(url)
    await elsewhere.goto(other)
    // Before the network is lost, and the webinar over.
    for (const beat of beats) expect((await beat).status()).toBe(200)
    await page.getByLabel('Your message').fill('From here')
    await page.getByRole('button', { name: 'Send' }).click()
    for (const each of [page, tab, elsewhere]) await each.getByText('Bea From here').waitFor()
    await page.getByRole('combobox').selectOption('Weekly')
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByRole('row', { name: 'Weekly ✓ 1 answer' }).waitFor()
    await context.setOffline(true)
    await done('POST', '/webinar-messages', {
      session_id: session.id,
      text: 'Missed it?',
      author_name: 'Clara',
    })
    await context.setOffline(false)
    for (const each of [page, tab]) await each.getByText('Clara (team) Missed it?').waitFor()
    expect(await faultsOfPage(browser, await page.content())).toEqual([])
    await done('POST', `/webinar-sessions/${session.id}/finish`)
    const stayed = (performance.now() - came) / 1000
    for (const each of [page, tab]) await each.getByText('This webinar is over.').waitFor()
    await page.getByLabel('Your message').waitFor({ state: 'hidden' })
    // Beats are written every five seconds of the real time, which the injected clock would pass by.
    await eventually('the beats to be written', async () => {
      const { rows } = await asOwner(system.ownerUrl, client =>
        client.query(
          'select count(distinct user_id)::int as people from webinars.presence_hours where session_id = $1',
          [session.id],
        ),
      )
      return rows[0].people === 2
    })
    later += 180_000
    // Two tabs are one person, who was there once: in quarters of a minute, of which the first and the last are parts.
    const attended = await eventually('the presence', async () => {
      const { data } = await done('GET', `/webinar-attendance?session_id=${session.id}`)
      return data.length === 2 && data
    })
    for (const { live_seconds } of attended) expect(live_seconds).toBeLessThanOrEqual(stayed + 30)
    await context.close()
    await elsewhere.close()
  })

  test('in a browser a participant buys what the room offers, and the purchase says from which session', async () => {
    const { session, url } = await entered()
    const page = await openWithoutScript(browser, url, complaints)
    const { id: offer_id } = await done('POST', '/offers', { name: 'Course', amount: 4900, currency: 'EUR' })
    const sale = { key: 'course', kind: 'sale', status: 'visible', title: 'Take the course', offer_id }
    const block = await done('POST', `/webinar-sessions/${session.id}/blocks`, {
      ...sale,
      duration_seconds: 600,
    })
    expect(block.price).toEqual({ amount: 4900, struck_amount: null, currency: 'EUR' })
    await page.reload()
    await page.getByText('€49.00').waitFor()
    await page.getByRole('link', { name: 'Take the course' }).click()
    await page.getByLabel('E-mail').fill('ann@school.example')
    later += 2000
    await page.getByRole('button', { name: 'Order and pay €49.00' }).click()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Pay €49.00' }).click()
    await page.getByText('Your payment has arrived').waitFor()
    expect((await done('GET', '/orders')).data).toMatchObject([{ status: 'paid', amount: 4900 }])
    const { data } = await done('GET', '/checkouts')
    expect(data).toMatchObject([{ utm: { source: 'webinar', campaign: session.id } }])
  })

  test('in a browser a participant watches the recording, and what is watched is told', async () => {
    const { session, url } = await entered()
    const page = await (await browser.newContext()).newPage()
    page.on('pageerror', error => void complaints.push(error.message))
    page.on('console', message => void complaints.push(message.text()))
    await page.route('https://video.example/**', route =>
      route.fulfill({ body: silence(30), contentType: 'audio/wav' }),
    )
    await page.goto(url)
    await done('POST', `/webinar-sessions/${session.id}/finish`)
    await done('PUT', `/webinar-sessions/${session.id}/recording`, {
      url: 'https://video.example/colour.wav',
      duration_seconds: 30,
    })
    const player = page.locator('video')
    await player.waitFor()
    const beats = [0, 10, 20].map(position =>
      page.waitForResponse(answer => answer.request().postData() === `position=${position}`),
    )
    await player.evaluate(async (video: { playbackRate: number; muted: boolean; play(): Promise<void> }) => {
      // Fast, and each ten seconds for longer than a busy machine stalls.
      video.playbackRate = 5
      video.muted = true
      await video.play()
    })
    for (const beat of beats) expect((await beat).status()).toBe(200)
    const source = (await gateway.call('GET', new URL(url).pathname, { host: school.host })).body as string
    expect(await faultsOfPage(browser, source)).toEqual([])
  })

  /** Listens to the room of an entry. */
  const listen = (
    path: string,
    headers: Record<string, string> = {},
    port = gateway.running.port,
    host = school.host,
  ): Promise<Heard> => hear({ port, host }, path, headers)
})
