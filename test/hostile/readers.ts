// The readers of strangers' texts, as their services call them, each with texts that attack it.
import { plan } from '@lms/agent/dialogues'
import { openArchive } from '@lms/archive'
import { Order } from '@lms/commerce/contract'
import type { Sender } from '@lms/content/in-thread'
import { sanitize } from '@lms/content/sanitizing'
import { checked } from '@lms/service-host/front'
import fc from 'fast-check'
import { fillIn } from '../../services/crm/src/content/filler.ts'
import { RuleSchema } from '../../services/crm/src/segments/rule.ts'
import { inPackageThread } from '../../services/learning/src/course/packages/read-document.ts'
import { AnyReport } from '../../services/learning/src/study/progress/report-schema.ts'
import { faultsOf } from '../../services/scenarios/src/graph/check.ts'
import { Graph } from '../../services/scenarios/src/graph/node.ts'
import { inTextThread } from '../../services/service/src/imports/in-text-thread.ts'
import { inReadingThread } from '../../services/service/src/reading/in-reading-thread.ts'
import { readInThread } from '../../services/webinars/src/imports/in-report-thread.ts'
import { contents, json, marks, tables, textOf, words } from './texts.ts'

export interface Reader {
  readonly name: string
  /** A read of one hostile text, which the sender is charged for. */
  readonly reads: fc.Arbitrary<(sender: Sender) => unknown>
}

const now = new Date('2026-11-24T22:30:00Z')
/** A school that has nothing: no object, and empty lists. */
const ask = async ({ path }: { path: string }) =>
  /\/[a-z]{3}_[0-7]\w{25}(?:[/?]|$)/.test(path)
    ? { status: 404, body: {} }
    : { status: 200, body: { data: [], next_cursor: null } }
const bytes = (text: string) => Buffer.from(text)

const questions: Reader = {
  name: 'questions to the agent',
  reads: textOf(words, 4000).map(text => sender => plan(text, { ask, now, sender })),
}

const reports: Reader = {
  name: 'reports of attendance',
  reads: fc.tuple(textOf(tables, 400_000), fc.constantFrom('zoom', 'generic', 'gotowebinar')).map(
    ([csv, hint]) =>
      sender =>
        readInThread({ csv, hint, zone: 'Europe/Berlin' }, sender),
  ),
}

const messages: Reader = {
  name: 'contents of messages',
  reads: fc
    .tuple(textOf(contents, 20_000), fc.constantFrom('markdown', 'html', 'mjml', 'text'))
    .map(([body, format]) => sender => {
      const pieces = [{ path: 'body', text: body }]
      return fillIn({ source: { subject: '', format, body }, people: [{}], pieces }, sender)
    }),
}

const pages: Reader = {
  name: 'HTML of pages and lessons',
  reads: textOf(contents, 50_000).map(html => sender => sanitize([{ html, kind: 'block' }], sender)),
}

const documents = [
  'manifest',
  'lesson',
  'content',
  'quiz12',
  'test',
  'item',
  'link',
  'assignment',
  'page',
] as const
const packages: Reader = {
  name: 'documents of packages',
  reads: fc
    .tuple(fc.oneof(textOf(marks, 100_000), textOf(json, 50_000)), fc.constantFrom(...documents))
    .map(([text, job]) => ({ school }) => {
      const input = { bytes: bytes(text), path: 'a.xml', title: 'A' }
      return inPackageThread(job, input as never, { name: 'a.xml', school })
    }),
}

const archives: Reader = {
  name: 'archives',
  reads: textOf(['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06', '\x00', '\xff', 'a/b'], 70_000).map(
    text => sender => {
      const all = Buffer.from(text, 'latin1')
      return openArchive(async ({ start, length }) => all.subarray(start, start + length), all.length, sender)
    },
  ),
}

const form = {
  mapping: [{ column: 'email', field: 'email' }],
  encoding: 'utf-8',
  delimiter: 'comma' as const,
}
const imports: Reader = {
  name: 'tables of people',
  reads: fc.oneof(
    textOf(tables, 200_000).map(
      text => (sender: Sender) =>
        inTextThread('beginning', { bytes: bytes(text), size: text.length }, sender),
    ),
    textOf(tables, 200_000).map(
      text => (sender: Sender) =>
        inTextThread(
          'slice',
          { part: bytes(text), form, before: 0, most: 100, isEnd: true } as never,
          sender,
        ),
    ),
    textOf(marks, 200_000).map(
      text => (sender: Sender) => inReadingThread('rows', { bytes: bytes(text), isBegun: true }, sender),
    ),
    textOf(marks, 200_000).map(text => (sender: Sender) => inReadingThread('strings', bytes(text), sender)),
    textOf(marks, 200_000).map(
      text => (sender: Sender) =>
        inReadingThread('book', { book: bytes(text), relations: bytes(text), styles: null }, sender),
    ),
  ),
}

const name = fc.constantFrom('a', 'b', 'c1', 'c2', 'z', 'A', '')
const leaf = fc.constantFrom<object>(
  { tag: 'tag_01h455vb4pex5vsknk084sn02q' },
  { field: 'email', equals: 'x' },
  { field: 'x', wrong: 1 },
  { event: 'order.paid', at_least: 2, within_days: 90 },
  {},
)
const rule = fc.letrec<{ rule: object }>(tie => ({
  rule: fc.oneof(
    { maxDepth: 6 },
    leaf,
    fc.array(tie('rule'), { maxLength: 8 }).map(and => ({ and })),
    fc.array(tie('rule'), { maxLength: 8 }).map(or => ({ or })),
    tie('rule').map(not => ({ not })),
  ),
})).rule
const node = fc.oneof<fc.Arbitrary<object>[]>(
  fc.record({ id: name, kind: fc.constant('condition'), if: fc.record({ by: fc.constant('rule'), rule }) }),
  fc.record({ id: name, kind: fc.constantFrom('trigger', 'wait', 'goal', 'end', 'split', 'x'), next: name }),
  fc.constant({ id: 'w', kind: 'wait', until: { by: 'minutes', minutes: 1 }, next: 'w', timeout: null }),
)
const manyTimes = <T>(one: fc.Arbitrary<T>, most: number) =>
  fc.oneof(
    fc.array(one, { maxLength: 12 }),
    fc.tuple(one, fc.integer({ min: 0, max: most })).map(([each, count]) => Array<T>(count).fill(each)),
  )

const graphs: Reader = {
  name: 'graphs of scenarios',
  reads: manyTimes(node, 250).map(nodes => () => {
    const uniqueNodes = nodes.map((each, at) => ({
      ...each,
      id: `${(each as { id: string }).id}${at % 190}`,
    }))
    faultsOf(checked(Graph, { nodes: uniqueNodes }) as never, new Map([['order.paid', Order]]))
  }),
}
const rules: Reader = { name: 'rules of segments', reads: rule.map(each => () => checked(RuleSchema, each)) }

const statement = fc.oneof<fc.Arbitrary<unknown>[]>(
  fc.constant({ verb: { id: 'played' }, object: { id: 'urn:lms:lbk_01h455vb4pex5vsknk084sn02q' } }),
  fc.record({ verb: fc.anything({ maxDepth: 2 }), object: fc.anything({ maxDepth: 2 }) }),
  fc.record({
    block_id: fc.string(),
    segments: manyTimes(fc.record({ from: fc.double(), till: fc.double() }), 50),
  }),
  fc.constant({}),
)
const statements: Reader = {
  name: 'reports of players',
  reads: manyTimes(statement, 500).map(all => () => checked(AnyReport.array().max(500), all)),
}

export const readers: readonly Reader[] = [
  ...[questions, reports, messages, pages, packages, archives, imports, graphs, rules, statements],
]
