// What plays in a room, and what its participants do beside it, in a browser: tests on the system of the room's spec.
import { faultsOfPage } from '@lms/testing/page-checks'
import type { Browser } from 'playwright-core'

export interface RoomWorld {
  /** A live session with a poll, and the entry of a participant. */
  entered(joinUrl?: string): Promise<{ session: { id: string }; path: string; url: string }>
  done(method: string, path: string, body?: object): Promise<any>
  browser(): Browser
  host(): string
  /** The source of a page. */
  page(path: string): Promise<string>
  /** Moves the clock of the services, in milliseconds. */
  pass(ms: number): void
  /** What a browser complains about. */
  complaints: string[]
}

/** Declares the tests. */
export function filmTests(world: RoomWorld): void {
  const { entered, done, complaints, pass } = world
  let people = 0
  /** A page whose beats are counted. */
  async function counting(path: string) {
    const page = await (await world.browser().newContext()).newPage()
    page.on('pageerror', error => void complaints.push(error.message))
    page.on('console', message => void complaints.push(message.text()))
    const nextBeat = () =>
      page.waitForResponse(answer => new URL(answer.url()).pathname === path.replace('rooms', 'room-beats'))
    return { page, nextBeat }
  }

  test('a video that may stand in a frame plays in the room, which alone its policy allows, and presence goes on', async () => {
    const { session, path, url } = await entered('https://vimeo.com/76979871')
    const { page, nextBeat } = await counting(path)
    await page.clock.install()
    await page.route('https://player.vimeo.com/**', route =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>p</title><p>The film</p>' }),
    )
    const policy = (await page.goto(url))!.headers()['content-security-policy']!
    expect(policy).toContain('; frame-src https://player.vimeo.com')
    expect(policy).not.toMatch(/frame-src[^;]*(?:'self'|\*)/)
    await page.frameLocator('iframe').getByText('The film').waitFor()
    await done('POST', '/webinar-messages', { session_id: session.id, text: 'Welcome', author_name: 'Clara' })
    await page.getByText('Clara (team) Welcome').waitFor()
    for (let beats = 0; beats < 3; beats++) {
      const beat = nextBeat()
      await page.clock.runFor(20_000)
      expect(await (await beat).json()).toMatchObject({ status: 'live' })
    }
    expect(new URL(page.url()).pathname).toBe(path)
    const source = await world.page(path)
    expect(
      await faultsOfPage(world.browser(), source.replace('https://player.vimeo.com', 'about:blank')),
    ).toEqual([])
    await page.context().close()
  })

  test('a video that may forbid frames opens in a tab of its own, and the room goes on', async () => {
    const { path, url } = await entered()
    const { page, nextBeat } = await counting(path)
    await page.clock.install()
    await page.context().route('https://meet.example/**', route => route.fulfill({ body: 'The meeting' }))
    await page.goto(url)
    const tab = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Go to the video' }).click()
    expect(await tab).not.toBe(page)
    const beat = nextBeat()
    await page.clock.runFor(20_000)
    expect((await beat).status()).toBe(200)
    expect(new URL(page.url()).pathname).toBe(path)
    await page.context().close()
  })

  test('a video comes into the page that waits for it, and another one than its policy allows with a new page', async () => {
    const webinar = await done('POST', '/webinars', { title: 'Light' })
    const starts_at = '2027-01-15T18:00:00+01:00'
    const join_url = 'https://vimeo.com/76979871'
    const session = await done('POST', '/webinar-sessions', { webinar_id: webinar.id, starts_at, join_url })
    const person = await done('POST', '/users', {
      email: `film${++people}@school.example`,
      first_name: 'Ann',
    })
    const entry = await done('POST', '/webinar-registrations', { session_id: session.id, user_id: person.id })
    const { page } = await counting(entry.entry_path)
    await page.route(/vimeo|youtube/, route =>
      route.fulfill({ contentType: 'text/html', body: '<p>The film' }),
    )
    await page.goto(`http://${world.host()}${entry.entry_path}`)
    await page.getByText('has not begun').waitFor()
    const message = page.locator('#message')
    await message.evaluate((input: { value: string }) => {
      input.value = 'half a sentence'
    })
    await done('POST', `/webinar-sessions/${session.id}/start`)
    await page.frameLocator('iframe[src*="vimeo"]').getByText('The film').waitFor()
    expect(await message.inputValue()).toBe('half a sentence')
    await done('PATCH', `/webinar-sessions/${session.id}`, { join_url: 'https://youtu.be/aqz-KE-bpKQ' })
    await page.frameLocator('iframe[src*="youtube"]').getByText('The film').waitFor()
    await page.context().close()
  })

  test('in a browser a participant asks, another one votes, both raise a hand, and choose several options', async () => {
    const { session, path, url } = await entered()
    const many = { key: 'many', kind: 'poll', status: 'visible', title: 'Which ones?', multiple: true }
    await done('POST', `/webinar-sessions/${session.id}/blocks`, {
      ...many,
      options: ['Oil', 'Ink', 'Chalk'],
    })
    const person = await done('POST', '/users', {
      email: `film${++people}@school.example`,
      first_name: 'Bea',
    })
    const other = await done('POST', '/webinar-registrations', { session_id: session.id, user_id: person.id })
    const [{ page }, { page: tab }] = [await counting(path), await counting(other.entry_path)]
    await page.goto(url)
    await tab.goto(`http://${world.host()}${other.entry_path}`)
    await page.getByLabel('Your message').fill('Which paper?')
    await page.getByRole('button', { name: 'Ask as a question' }).click()
    await tab.getByText('Ann Which paper?').waitFor()
    await tab.getByRole('button', { name: 'I want to know this, too' }).click()
    await page.getByRole('button', { name: 'Raise your hand' }).click()
    await tab.getByLabel('Oil').check()
    await tab.getByLabel('Chalk').check()
    await tab.locator('form', { hasText: 'Chalk' }).getByRole('button').click()
    await tab.getByRole('row', { name: 'Chalk ✓ 1 answer' }).waitFor()
    // What is counted together is counted a second later, by the injected clock.
    pass(2000)
    await page.getByText('1 vote').waitFor()
    await tab.getByText('1 hand is raised').waitFor()
    expect(await tab.getByRole('button', { name: 'I want to know this, too' }).count()).toBe(0)
    const source = await world.page(path)
    expect(await faultsOfPage(world.browser(), source)).toEqual([])
    for (const each of [page, tab]) await each.context().close()
  })
}
