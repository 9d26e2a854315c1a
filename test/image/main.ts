// `npm run image`: the image is built, every program of docker-compose.yml is started from it, and an order of a new
// school reaches a receiver as a signed webhook. Needs root, buildah, and debootstrap unless a base is named.
//
//   npm run image -- [--base node:24.21.0-slim] [--keep]
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@lms/api'
import type { Envelope } from '@lms/contract'
import { eventually } from '@lms/testing'
import { root } from '../architecture/sources.ts'
import { receiver } from '../receivers/express.ts'
import { buildImage, bytesOf, type Image } from './build.ts'
import { type Installed, install } from './installation.ts'

const { values } = parseArgs({
  options: {
    /** The image of Node; without one, a stand-in is made of Debian's packages and Node's npm package. */
    base: { type: 'string' },
    /** Leaves the image's storage where it is. */
    keep: { type: 'boolean', default: false },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`

/** Runs a step and prints how long it took. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  say(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

async function printSizes({ root: imageRoot, bytes }: Image): Promise<void> {
  const app = join(imageRoot, 'app')
  say(`size: ${mebibytes(bytes)}, of which the project has ${mebibytes(await bytesOf(app))}:`)
  const parts = readdirSync(app).map(async name => ({ name, bytes: await bytesOf(join(app, name)) }))
  const libraries = readdirSync(join(app, 'node_modules')).map(async name => ({
    name: `node_modules/${name}`,
    bytes: await bytesOf(join(app, 'node_modules', name)),
  }))
  const largest = (await Promise.all([...parts, ...libraries])).sort((one, other) => other.bytes - one.bytes)
  for (const part of largest.slice(0, 20)) say(`  ${mebibytes(part.bytes).padStart(8)}  ${part.name}`)
}

/** Creates a school and an order by its API; resolves when the signed `order.paid` has arrived. */
async function sellInNewSchool(installed: Installed): Promise<void> {
  const created = await installed.lms(
    'school',
    'create',
    '--name',
    'First',
    '--domain',
    'localhost',
    '--json',
  )
  const { base_url, api_key } = JSON.parse(created)
  const api = createClient({ baseUrl: base_url, apiKey: api_key })
  const received: Envelope[] = []
  const secret = 'a secret of the receiver'
  const listening = receiver({ secret, handle: event => received.push(event) }).listen(0, '127.0.0.1')
  try {
    await once(listening, 'listening')
    const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/hook`
    await api.webhooks.create({ body: { url, events: ['order.*'], secret } })
    const { id: user_id } = await api.users.create({ body: { email: 'ada@example.org' } })
    const { id: offer_id } = await api.offers.create({
      body: { name: 'Course', amount: 500, currency: 'EUR' },
    })
    const { id } = await api.orders.create({ body: { user_id, items: [{ offer_id }] } })
    await api.orders.markPaid({ path: { id }, body: {} })
    await eventually('order.paid', () => received.some(({ type }) => type === 'order.paid'))
  } finally {
    listening.close()
  }
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'lms-image-'))
let installed: Installed | null = null
try {
  const image = await step('image', () => buildImage(folder, values.base ?? null, version))
  say(`labels: ${JSON.stringify(image.labels)}`)
  await printSizes(image)
  installed = await step('all programs healthy', () => install(image, folder, say))
  await step('school, order, signed webhook', () => sellInNewSchool(installed!))
  say(`lms --version: ${(await installed.lms('--version')).trim()}`)
  say(`a check of health: ${Math.round(installed.checkMs)} ms`)
  for (const [name, bytes] of Object.entries(installed.memory()))
    say(`  ${mebibytes(bytes).padStart(8)}  ${name}`)
  await step('all programs ended', installed.stop)
  say('The image works.')
} catch (error) {
  say((error as Error).stack ?? String(error))
  await installed?.stop()
  process.exitCode = 1
} finally {
  if (values.keep) say(`The image is in ${folder}.`)
  else rmSync(folder, { recursive: true, force: true })
}
