import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docsPage } from './docs/page.ts'
import { driftOf, writeGenerated } from './generate.ts'
import { openApiDocument } from './openapi/document.ts'
import { operationId, operations } from './operations.ts'
import { fillMarkers } from './readme.ts'

test('the generated files match the declarations', () => {
  const drifted = driftOf()
  if (drifted.length)
    throw new Error(`Not as declared: ${drifted.join(', ')}. Run npm run generate and keep what it writes.`)
})

describe('generating', () => {
  const pages = [
    ...[...new Set(operations.map(({ service }) => service))].map(service => `docs/api/${service}.txt`),
    'test/client/contract-types.ts',
    'docs/guides/use-the-client.md',
    'docs/events.md',
    'docs/queries.md',
    'services/webhooks/src/events/declared-events.json',
    'services/service/src/exports/declared-lists.json',
    'packages/contract/src/declared-references.json',
  ]
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'lms-generate-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  test('missing files are written, and then nothing is stale', () => {
    const missing = driftOf(root)
    const ofClient = missing.filter(path => path.startsWith('packages/client/src/generated/'))
    expect(missing.filter(path => !ofClient.includes(path))).toEqual(pages)
    expect(ofClient.length).toBeGreaterThan(80)
    expect(writeGenerated(root)).toEqual(missing)
    expect(driftOf(root)).toEqual([])
  })

  test('a README keeps its own text around the tables', () => {
    const folder = join(root, 'services/users')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'README.md')
    writeFileSync(
      file,
      '# users\n\n<!-- generated:operations -->\nstale rows\n<!-- /generated:operations -->\n\nLast words.\n',
    )
    writeGenerated(root)
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(/^# users\n/)
    expect(text).toContain('| `POST /v1/users` |')
    expect(text).not.toContain('stale rows')
    expect(text.indexOf('Last words.')).toBeLessThan(text.indexOf('## Events'))
    expect(writeGenerated(root)).toEqual([])
  })

  test('an end marker without a beginning does not count', () => {
    const filled = fillMarkers('a\n<!-- /generated:events -->\n', { events: 'E', operations: 'O' })
    expect(filled).toContain('<!-- generated:events -->\nE\n<!-- /generated:events -->')
    expect(filled).toMatch(/^a\n/)
  })
})

describe('the reference page', () => {
  const page = docsPage(openApiDocument({ serverUrl: 'https://<school>/api' }))

  test('shows every operation and needs no external resources', () => {
    for (const entry of operations) expect(page).toContain(`id="op-${operationId(entry)}"`)
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\/|<script|@import/)
  })

  test('escapes its contents', () => {
    expect(page).toContain('https://&lt;school&gt;/api')
    expect(page).not.toContain('<school>')
  })

  test('its internal links have targets', () => {
    const targets = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(match => match[1]))
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(match => match[1])
    expect(links.filter(link => !targets.has(link))).toEqual([])
  })
})
