// The examples of the client, as a user has them: compiled strictly, and run from the installed tarball against a school.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster, type TestCluster } from '@lms/testing/all-services'
import { type GatewaySchool, newSchool } from '@lms/testing/gateway'
import {
  compileStrictly,
  outputOf,
  type Packed,
  packedClient,
  projectWith,
  remove,
  root,
  tool,
} from './empty-project.ts'

const folder = join(root, 'packages/client/examples')
const examples = Object.fromEntries(
  readdirSync(folder)
    .filter(name => name.endsWith('.ts'))
    .map(name => [name, readFileSync(join(folder, name), 'utf8')]),
)

let packed: Packed
let cluster: TestCluster
let school: GatewaySchool
beforeAll(async () => {
  packed = packedClient()
  cluster = await startCluster()
  // A name that every machine knows as its own.
  school = await newSchool(cluster.gateway, 'School', 'localhost')
}, 300_000)
afterAll(async () => {
  await cluster?.stop()
  if (packed) remove(packed)
})

/** What a program prints as JSON that has `lms` and everything of one example. */
async function run(example: string, program: string): Promise<any> {
  const { port } = new URL(cluster.gateway.baseUrl)
  const project = projectWith(packed, {
    ...examples,
    'run.ts': `import { OpenSchool } from '@open-school/client'
import * as example from './${example}.ts'
const lms = new OpenSchool({ baseUrl: 'http://localhost:${port}/api', apiKey: '${school.key}' })
const say = (value: unknown) => console.log(JSON.stringify(value))
// The gateway of a test has no certificate.
const { fetch: send } = globalThis
globalThis.fetch = (url, init) => send(String(url).replace(/^https?:[/][/]localhost(:\\d+)?[/]/, 'http://localhost:${port}/'), init)
${program}`,
  })
  const { status, output } = await outputOf(['--no-warnings', 'run.ts'], project)
  expect([status, output]).toEqual([0, output])
  return JSON.parse(output)
}

/** The blocks of the README as one program: its imports first, and what it takes for granted. */
const readmeProgram = (blocks: readonly string[]): string => {
  const lines = blocks.join('\n').replaceAll('…\n', '{}\n').split('\n')
  const isImport = (line: string) => line.startsWith('import ')
  return [
    ...lines.filter(isImport),
    `import type { OrderCreate, SchoolEvent } from '@open-school/client'`,
    'declare const process: { env: Record<string, string | undefined> }',
    'declare const order: OrderCreate',
    'declare let lastSequence: number',
    'declare const request: Request',
    'declare function handle(value: unknown): Promise<void>',
    ...lines
      .filter(line => !isImport(line))
      .map(line =>
        line
          .replace('const event =', 'const verified =')
          .replace('const order =', 'const created =')
          .replace('order.id', 'created.id'),
      ),
    'void (verified satisfies SchoolEvent)',
  ].join('\n')
}

test('they hold in strict TypeScript, and so does the README', async () => {
  const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!)
  const files = { ...examples, 'readme.ts': readmeProgram(blocks) }
  expect(await compileStrictly(packed, files, tool('typescript/bin/tsc'))).toEqual({ status: 0, output: '' })
}, 120_000)

test('a course is sold, and its buyer has access', async () => {
  const access = await run(
    'sell-and-enroll',
    `say(await example.sell(lms, await example.offerCourse(lms), 'ann@school.example'))`,
  )
  expect(access).toMatchObject({
    id: expect.stringMatching(/^acc_/),
    user_id: expect.stringMatching(/^usr_/),
  })
}, 120_000)

test('people are kept in step, in both directions', async () => {
  const counts = await run(
    'sync-people',
    `const begun = new Date()
    const contacts = ['Ben', 'Clara', 'Dora'].map(firstName => ({ email: firstName + '@sync.example', firstName }))
    const first = await example.pushPeople(lms, contacts)
    const again = await example.pushPeople(lms, [...contacts.slice(1), { email: 'ben@sync.example', firstName: 'Benjamin' }])
    const names: string[] = []
    const until = await example.pullPeople(lms, begun, async people => void names.push(...people.map(one => one.first_name)))
    say({ first, again, names, isLater: until > begun })`,
  )
  expect(counts).toEqual({
    first: { created: 3, updated: 0, unchanged: 0 },
    again: { created: 0, updated: 1, unchanged: 2 },
    names: ['Clara', 'Dora', 'Benjamin'],
    isLater: true,
  })
}, 120_000)

test('a webhook is kept once, and a forged one never', async () => {
  const answers = await run(
    'receive-webhooks',
    `const { sign } = await import('@open-school/client/webhooks')
    const kept = new Map<string, unknown>()
    const store = { insert: async (id: string, event: unknown) => !kept.has(id) && Boolean(kept.set(id, event)) }
    const body = JSON.stringify({ id: 'evt_1', type: 'order.paid', data: { object: {} } })
    const secret = 'whsec_' + btoa('0123456789abcdef01234567')
    const request = async (text: string) =>
      new Request('https://receiver.example/hook', { method: 'POST', body: text, headers: { 'x-lms-signature': await sign(body, secret) } })
    const statuses: number[] = []
    for (const text of [body, body, body + ' '])
      statuses.push((await example.receive(await request(text), secret, store)).status)
    say({ statuses, kept: [...kept.keys()] })`,
  )
  expect(answers).toEqual({ statuses: [204, 204, 400], kept: ['evt_1'] })
}, 120_000)

test('payments are booked from the feed, and after a restart none twice', async () => {
  const offer = await cluster.gateway.done(school, 'POST', '/offers', {
    name: 'A',
    amount: 700,
    currency: 'EUR',
  })
  const user = await cluster.gateway.done(school, 'POST', '/users', { email: 'payer@school.example' })
  const ids: string[] = []
  for (const _ of [1, 2]) {
    const body = { user_id: user.id, items: [{ offer_id: offer.id }] }
    const { id } = await cluster.gateway.done(school, 'POST', '/orders', body)
    await cluster.gateway.done(school, 'POST', `/orders/${id}/mark-paid`)
    ids.push(id)
  }
  const booked = await run(
    'follow-events',
    `const wanted = new Set(${JSON.stringify(ids)})
    const entries: unknown[] = []
    let position = 0
    // One event a start: as if it was killed after each.
    while (wanted.size) {
      const end = new AbortController()
      await example.bookPayments(lms, {
        position: async () => position,
        book: async (entry, sequence) => {
          position = sequence
          if (wanted.delete(entry.orderId)) entries.push(entry)
          end.abort()
        },
      }, end.signal)
    }
    say(entries)`,
  )
  expect(booked).toEqual(ids.map(orderId => ({ orderId, amount: 700, currency: 'EUR' })))
}, 120_000)

test('people are imported after a dry run, and nobody if a row has an error', async () => {
  const outcome = await run(
    'import-people',
    `const table = (text: string) => example.upload(lms, 'people.csv', new TextEncoder().encode(text))
    const done = await example.importPeople(lms, await table('email,first_name\\nemil@import.example,Emil\\nfrida@import.example,Frida\\n'))
    const refused = await example.importPeople(lms, await table('email,first_name\\ngustav@import.example,Gustav\\nno address,Hanna\\n')).catch(error => error.message)
    const found = await lms.users.byEmail('gustav@import.example').result()
    say({ counts: done.counts, refused, isThere: found.ok })`,
  )
  expect(outcome).toEqual({
    counts: expect.objectContaining({ rows: 2, created: 2, errors: 0 }),
    refused: expect.stringMatching(/^Nobody was imported\.\nrow 2, email: /),
    isThere: false,
  })
}, 180_000)
