// The tarball of the client, installed into empty projects: sizes, types, and a call in each environment.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { eventually } from '@lms/testing'
import { startBrowser } from '@lms/testing/browser'
import { outputOf, type Packed, packedClient, projectWith, remove, root, tool } from './empty-project.ts'

let packed: Packed
let server: Server
let baseUrl: string
/** What the server has besides the API, by path. */
const served = new Map<string, { type: string; text: string }>()

beforeAll(async () => {
  packed = packedClient()
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    const page = served.get(pathname)
    if (page) return void response.setHeader('content-type', page.type).end(page.text)
    const cursor = searchParams.get('cursor')
    response.end(
      JSON.stringify({ data: [{ id: cursor ? 'ord_2' : 'ord_1' }], next_cursor: cursor ? null : 'c1' }),
    )
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
}, 240_000)
afterAll(() => {
  server?.close()
  if (packed) remove(packed)
})

const calling = () => `
const lms = new OpenSchool({ baseUrl: '${baseUrl}', apiKey: 'lms_key' })
const ids = []
const all = async () => {
  for await (const { id } of lms.orders.list({ status: 'paid' })) ids.push(id)
  console.log(ids.join())
}
all()
`

test('has at most 0.25 MB', () => {
  expect(packed.bytes).toBeLessThan(262_144)
})

test('is a module that Node imports', async () => {
  const project = projectWith(packed, {
    'a.js': `import { OpenSchool } from '@open-school/client'\n${calling()}`,
  })
  expect(await outputOf(['a.js'], project)).toEqual({ status: 0, output: 'ord_1,ord_2' })
})

test('can be required, too', async () => {
  const project = projectWith(packed, {
    'a.cjs': `const { OpenSchool } = require('@open-school/client')\n${calling()}`,
  })
  expect(await outputOf(['a.cjs'], project)).toEqual({ status: 0, output: 'ord_1,ord_2' })
})

test('needs no file, program or thread', async () => {
  const project = projectWith(packed, {
    'a.js': `import { OpenSchool } from '@open-school/client'\n${calling()}`,
  })
  // Node needs to read the modules, and asks since 25 for the network.
  const permissions = ['--permission', `--allow-fs-read=${project}/*`]
  const network = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []
  expect(await outputOf([...permissions, ...network, 'a.js'], project)).toMatchObject({
    status: 0,
    output: 'ord_1,ord_2',
  })
})

test('runs in a browser, as it is in the package', async () => {
  const dist = join(projectWith(packed, {}), 'node_modules/@open-school/client/dist')
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.js'),
  ))
    served.set(`/client/${file}`, { type: 'text/javascript', text: readFileSync(join(dist, file), 'utf8') })
  const program = `import { OpenSchool } from '/client/index.js'
    const lms = new OpenSchool({ baseUrl: location.origin + '/api', apiKey: 'lms_key' })
    const ids = []
    for await (const { id } of lms.orders.list({ status: 'paid' })) ids.push(id)
    document.title = ids.join()`
  served.set('/', { type: 'text/html', text: `<!doctype html><script type="module">${program}</script>` })
  const browser = await startBrowser((server.address() as AddressInfo).port)
  try {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    await page.goto('http://school.example/')
    await eventually('the ids or an error', async () => errors.length > 0 || (await page.title()) !== '')
    expect([errors, await page.title()]).toEqual([[], 'ord_1,ord_2'])
  } finally {
    await browser.close()
  }
}, 120_000)

const typed = `
import { isLmsError, OpenSchool, type Order, type OrdersCreateReason, type SchoolEvent } from '@open-school/client'
import * as orders from '@open-school/client/resources/orders'
import { verify } from '@open-school/client/webhooks'

const lms = new OpenSchool({ baseUrl: 'https://school.example/api', apiKey: 'lms_key' })
export async function all(): Promise<string[]> {
  const page = await lms.orders.list({ status: 'paid', created_at: { gte: new Date() }, sort: '-created_at', expand: ['user'] })
  const emails = page.data.map(({ user }) => user?.email ?? '')
  const plain = await lms.orders.list({ status: ['paid', 'canceled'] })
  // @ts-expect-error: only with expand.
  plain.data[0]?.user
  // @ts-expect-error: no such status.
  void lms.orders.list({ status: 'payd' })
  const offers = await lms.orders.list({ expand: 'items.offer' })
  const names = offers.data.flatMap(({ items }) => items.map(({ offer, amount }) => \`\${offer?.name} \${amount}\`))
  const first: Order[] = await orders.list(lms.client, { limit: 1 }).first(1)
  const result = await lms.orders.create({ user_id: 'usr_1', items: [] }).result()
  if (!result.ok && result.error.reason === 'promo_code_expired') return []
  // @ts-expect-error: no reason of this operation.
  if (!result.ok && result.error.reason === 'lesson_closed') return []
  const reason: OrdersCreateReason = 'offer_unknown'
  return [...emails, ...names, ...first.map(({ id }) => id), reason]
}
export async function receive(request: Request): Promise<number> {
  try {
    const event: SchoolEvent = await verify(request, 'whsec_x')
    if (event.type === 'order.paid') return event.data.object.amount
    // @ts-expect-error: other events have other objects.
    return event.data.object.amount
  } catch (error) {
    return isLmsError(error) ? error.status : 0
  }
}
`

test('has types that hold, and refuse what is wrong, in strict TypeScript', async () => {
  const tsconfig = {
    compilerOptions: {
      ...{ target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
      ...{ strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
    },
    files: ['a.ts'],
  }
  const project = projectWith(packed, { 'a.ts': typed, 'tsconfig.json': JSON.stringify(tsconfig) })
  expect(await outputOf([tool('typescript/bin/tsc'), '-p', '.'], project)).toEqual({ status: 0, output: '' })
}, 120_000)

test('has a core of at most 12 KB compressed', () => {
  const project = projectWith(packed, {})
  const dist = join(project, 'node_modules/@open-school/client/dist')
  const files = [
    'core.js',
    ...['client', 'error', 'follow', 'promises', 'query', 'retry', 'trace'].map(name => `core/${name}.js`),
  ]
  const bytes = gzipSync(files.map(file => readFileSync(join(dist, file), 'utf8')).join('\n')).length
  expect(bytes).toBeLessThan(12 * 1024)
})

test('uses nothing of Node and no library', async () => {
  const project = projectWith(packed, {})
  const folder = join(project, 'node_modules/@open-school/client')
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(dependencies).toEqual({})
  const outside = await outputOf(
    [
      '-e',
      `
    const { readdirSync, readFileSync } = require('node:fs')
    for (const file of readdirSync('${folder}/dist', { recursive: true }).filter(name => name.endsWith('.js')))
      for (const [, from] of readFileSync('${folder}/dist/' + file, 'utf8').matchAll(/from "([^."][^"]*)"/g)) console.log(file, from)
  `,
    ],
    project,
  )
  expect(outside).toEqual({ status: 0, output: '' })
})

test('publint and are-the-types-wrong find nothing', async () => {
  const project = projectWith(packed, {})
  const { publint } = await import('publint')
  const folder = join(project, 'node_modules/@open-school/client')
  expect((await publint({ pkgDir: folder, pack: false })).messages).toEqual([])
  const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core')
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(packed.tarball)))
  // It is a module for Node 20.19 and later, which requires modules; older resolutions have no exports.
  const problems = analysis.types ? analysis.problems : [{ kind: 'NoTypes' }]
  const odd = problems.filter(
    problem => !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  )
  expect(odd.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([])
}, 120_000)

test('the README says the sizes that hold', () => {
  const text = readFileSync(join(root, 'packages/client/README.md'), 'utf8')
  expect(text).toContain(`${Math.round(packed.bytes / 1000 / 10) * 10} KB packed`)
})
