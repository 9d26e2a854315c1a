// How soon a newcomer's phone shows the largest part of a page: Chromium with an empty cache, 1.6 Mbit/s, a turn of 150 ms,
// and a processor that is four times slower.
import { createClient } from '@lms/api'
import { startUp, type Up } from '@lms/testing'
import { startBrowser } from '@lms/testing/browser'
import type { Browser } from 'playwright-core'
import { printTable } from '../webhooks/table.ts'

const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowdown = 4
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }

interface Paint {
  path: string
  /** Milliseconds since the address was entered. */
  median: number
  most: number
  /** As they came over the line, with headers. */
  bytes: number
}

export async function paintSection(rounds: number): Promise<Paint[]> {
  const up = await startUp({ processes: true })
  const browser = await startBrowser()
  try {
    const paints: Paint[] = []
    for (const [name, path] of await pathsOf(up)) {
      const loads: { ms: number; bytes: number }[] = []
      // The first visit fills what the services keep, not the browser.
      for (let round = 0; round <= rounds; round++)
        loads.push(await load(browser, new URL(path, up.ready.site_url).href))
      const times = loads
        .slice(1)
        .map(({ ms }) => ms)
        .sort((one, other) => one - other)
      paints.push({
        path: name,
        median: times[Math.floor(times.length / 2)]!,
        most: times.at(-1)!,
        bytes: loads.at(-1)!.bytes,
      })
    }
    printTable(
      'largest contentful paint at 1.6 Mbit/s and a processor four times slower',
      ['', 'median ms', 'most ms', 'bytes'],
      paints.map(({ path, median, most, bytes }) => [path, median, most, bytes]),
    )
    return paints
  } finally {
    await browser.close()
    await up.stop()
  }
}

async function pathsOf({ ready }: Up): Promise<[string, string][]> {
  const api = createClient({ baseUrl: ready.base_url, apiKey: ready.api_key })
  const { id: offer_id } = await api.offers.create({
    body: { name: 'Knots', amount: 4900, currency: 'EUR' },
  })
  const { id: user_id } = await api.users.create({ body: { email: `p${Date.now()}@people.example` } })
  const order = await api.orders.create({ body: { user_id, items: [{ offer_id }] } })
  const { url } = await api.paymentLinks.create({ path: { id: order.id }, body: {} })
  return [
    ['the front page of the demo school', '/'],
    ['a course of the demo school', '/watercolour'],
    ['/buy', `/buy/${offer_id}`],
    ['/pay', new URL(url).pathname],
  ]
}

/** One visit by a browser that has seen nothing. */
async function load(browser: Browser, url: string): Promise<{ ms: number; bytes: number }> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.goto(url, { waitUntil: 'networkidle' })
  const ms = await page.evaluate<number>(largestPaint)
  await context.close()
  return { ms, bytes }
}

/** As text: it runs in the browser. */
const largestPaint = `new Promise(resolve =>
  new PerformanceObserver(list => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true }))`
