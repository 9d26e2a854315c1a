// A page with an offer, a picture and a form is made by API calls alone; a visitor looks at it, leaves a contact and buys.
import { createHash } from 'node:crypto'
import type { LmsClient } from '@lms/api'
import { newId } from '@lms/contract'
import { eventually, type Up } from '@lms/testing'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { startWatched, type Watched } from './watched.ts'

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
}

describe('a page through the whole system', () => {
  let watched: Watched
  let up: Up
  let browser: Browser
  let api: LmsClient

  beforeAll(async () => {
    watched = await startWatched()
    up = watched.up
    browser = watched.browser
    api = watched.api
  }, 300_000)
  afterAll(() => watched?.stop())

  /** A picture, straight to the storage. */
  async function uploadedPicture() {
    const bytes = await sharp({
      create: { width: 1600, height: 900, channels: 3, background: { r: 40, g: 110, b: 160 } },
    })
      .jpeg()
      .toBuffer()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const started = await api.files.start({
      body: { name: 'lake.jpg', content_type: 'image/jpeg', size: bytes.length, sha256, alt: 'A lake' },
    })
    for (const { url, method, headers } of started.upload.parts) {
      const sent = await fetch(url, { method, headers, body: bytes })
      expect(sent.status).toBeLessThan(300)
    }
    const path = { id: started.id }
    expect(await api.files.complete({ path })).toMatchObject({ status: 'ready', width: 1600, height: 900 })
    await eventually('smaller pictures', async () => (await api.files.get({ path })).variants.length > 0)
    return started.id
  }

  async function publishedPage(email: string) {
    const [file_id, offer, form] = await Promise.all([
      uploadedPicture(),
      api.offers.create({ body: { name: 'Watercolour', amount: 9900, currency: 'EUR' } }),
      api.forms.create({
        body: {
          name: 'Questions',
          title: 'Ask us',
          fields: [
            { key: 'email', label: 'E-mail', kind: 'email', required: true, person_field: 'email' },
            { key: 'question', label: 'Your question', kind: 'long_text' },
          ],
          consents: [{ key: 'news', text: 'Send me news.', required: false }],
        },
      }),
    ])
    const page = await api.pages.create({
      body: { path: `/watercolour-${email.split('@')[0]}`, title: 'Watercolour', image_file_id: file_id },
    })
    const path = { id: page.id }
    await api.pageContents.save({
      path,
      body: {
        blocks: [
          { type: 'text', html: '<p>Twelve lessons with <strong>feedback</strong>.</p>' },
          { type: 'image', file_id },
          { type: 'offer', offer_id: offer.id },
          { type: 'form', form_id: form.id },
        ],
      },
    })
    expect((await fetch(up.ready.site_url + page.path)).status).toBe(404)
    await api.pages.publish({ path, body: { action: 'publish' } })
    await eventually('the page', async () => (await fetch(up.ready.site_url + page.path)).status === 200)
    return { page, form, offer, file_id }
  }

  /** The page in a window of this size; what it says on the console, and what is hard to use about it. */
  async function opened(url: string, size: keyof typeof sizes): Promise<Page> {
    const context = await browser.newContext({ viewport: sizes[size], bypassCSP: false })
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', message => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', error => problems.push(String(error)))
    page.on('requestfailed', request => problems.push(`${request.url()} failed`))
    await page.goto(url, { waitUntil: 'networkidle' })
    expect(problems).toEqual([])
    const widest = await page.evaluate('document.documentElement.scrollWidth')
    expect(widest).toBeLessThanOrEqual(sizes[size].width)
    return page
  }

  async function checked(page: Page): Promise<void> {
    const result = (await page.evaluate(`${axe.source}; axe.run()`)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    expect(result.violations.map(({ id, nodes }) => [id, nodes[0]!.html])).toEqual([])
  }

  /** Buys the offer of the page. The form of an order is shown again until a person could have read it. */
  async function buys(page: Page, url: string, email: string): Promise<void> {
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.getByRole('link', { name: 'Buy' }).click()
    await page.getByLabel('E-mail').fill(email)
    const order = page.getByRole('button', { name: /^Order and pay/ })
    const card = page.getByLabel('Card number')
    await eventually('the page of the order', async () => {
      if (!(await card.isVisible())) await order.click({ timeout: 5000 })
      await page.waitForLoadState('load')
      return card.isVisible()
    })
    await card.fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByRole('heading', { level: 1, name: /: paid$/ }).waitFor()
  }

  test('a visitor of a published page asks and buys: a person, events, deliveries, one trace', async () => {
    const name = newId('usr').slice(4)
    const email = `${name}@example.org`
    const { page, form, offer } = await publishedPage(email)
    const url = `${up.ready.site_url}${page.path}?utm_source=journey`

    await checked(await opened(url, 'desktop'))
    const phone = await opened(url, 'phone')
    await checked(phone)
    expect(await phone.evaluate("document.querySelector('main img').naturalWidth > 0")).toBe(true)

    // A form that comes at once counts as spam. This visitor has ordered before, which takes a while.
    const buyer = `buyer-${email}`
    await buys(await phone.context().newPage(), url, buyer)
    await phone.getByLabel('E-mail').fill(email)
    await phone.getByLabel('Your question').fill('When does it begin?')
    await phone.getByLabel('Send me news.').check()
    await phone.getByRole('button', { name: 'Send' }).click()
    await phone.waitForLoadState('networkidle')
    const submissions = () => api.submissions.list({ query: { form_id: form.id } })
    await eventually('the submission', async () =>
      (await submissions()).data.some(({ status }) => status === 'finished'),
    )
    const [submission] = (await submissions()).data
    expect(submission).toMatchObject({ source: 'page', created_user: true, utm: { source: 'journey' } })
    expect(await api.users.get({ path: { id: submission!.user_id! } })).toMatchObject({ email })

    const findEvent = () => watched.received.find(({ type }) => type === 'user.form_submitted')
    await eventually('the event', () => findEvent() !== undefined)
    expect(findEvent()!.related).toMatchObject({ user_id: submission!.user_id })
    const trace = await eventually('the request in its trace', async () => {
      const lines = await watched.traced(watched.requests.get(findEvent()!.id)!)
      return lines.includes('POST /forms/{form_id}') ? lines : null
    })
    expect(trace).toContain(findEvent()!.id)
    expect(trace).toContain('user.created')
    expect(trace).toContain('delivered')

    const [person] = (await api.users.list({ query: { email: buyer } })).data
    const orders = await api.orders.list({ query: { user_id: person!.id } })
    expect(orders.data).toMatchObject([{ status: 'paid', amount: 9900, items: [{ offer_id: offer.id }] }])
  }, 300_000)
})
