// `npm run bench`: requests beside their floors, webhooks beside a bare loop, reads on small and on large tables. Ratios
// and medians count; rates depend on the machine.
//
//   npm run bench -- [--rounds 5] [--seconds 3] [--deliveries 20000] [--profile <folder>] [--large people|orders|all]
//                    [--only get|list|create|change|mark-paid|webhooks|webhooks/<section>|growth|growth/<section>
//                           |changes|neighbours|neighbours/<attack>|tasks|subscriptions|files|pages|paint|memory
//                           |rooms|rooms/beats|rooms/listeners|scenarios|segments|mailings|imports
//                           |analytics|readers|write-shares|peers
//                           |learning|learning/requests|learning/telling|learning/rights|learning/claims
//                           |learning/certificates]
//                    [--subscriptions 20000] [--load 60] [--listeners 5000]
//                    [--waits 10000] [--inside 100000] [--people 1000000] [--rate 100]
//                    [--sets alone,alone+crm,all] [--paces full,slow]
//                    [--peers <folder>] [--mails 5000] [--rows 50000] [--facts 10000000] [--orders 500] [--readers crm,scenarios,analytics]
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { analyticsSection } from './analytics/section.ts'
import { changesSection } from './changes/section.ts'
import { filesSection } from './files/section.ts'
import { growthSections } from './growth/sections.ts'
import { importsSection } from './imports/section.ts'
import { learningSection } from './learning/section.ts'
import { mailingsSection } from './mailings/section.ts'
import { memorySection } from './memory/section.ts'
import { neighbourSections } from './neighbours/sections.ts'
import { paintSection } from './pages/paint.ts'
import { pagesSection } from './pages/section.ts'
import { peersSection } from './peers/section.ts'
import { readerNames, readersSection } from './readers/section.ts'
import { measureRequests, requestSections } from './requests.ts'
import { roomsSection } from './rooms/section.ts'
import { scenariosSection } from './scenarios/section.ts'
import { segmentsSection } from './segments/section.ts'
import { subscriptionsSection } from './subscriptions/section.ts'
import { tasksSection } from './tasks/section.ts'
import { webhookSections } from './webhooks/sections.ts'
import { writesSection } from './writes/section.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string' },
    /** Deliveries over which the memory of webhooks is watched. */
    deliveries: { type: 'string', default: '20000' },
    /** Subscriptions that are due at one moment. */
    subscriptions: { type: 'string', default: '20000' },
    /** Seconds of full load over which the memory of all processes is watched. */
    load: { type: 'string', default: '60' },
    /** Listeners of one room. */
    listeners: { type: 'string', default: '5000' },
    /** Waits of scenarios that end in one second, and people inside one that is paused. */
    waits: { type: 'string', default: '10000' },
    inside: { type: 'string', default: '100000' },
    /** People of a school with segments, and changes of them a second. */
    people: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '100' },
    /** E-mails of a mailing. */
    mails: { type: 'string', default: '5000' },
    /** Facts of a school whose figures are asked for, beside one with a hundredth of them. */
    facts: { type: 'string', default: '10000000' },
    /** Orders of a round with and without each of these services. */
    orders: { type: 'string', default: '500' },
    readers: { type: 'string', default: readerNames.join(',') },
    /** Services with which writes are measured, beside those that they need; and how many requests a second. */
    sets: { type: 'string', default: 'alone,all' },
    paces: { type: 'string', default: 'full' },
    /** The folder in which npm has installed Directus and Medusa: `docs/benchmarks.md` has the commands. */
    peers: { type: 'string' },
    /** Rows of an imported file. */
    rows: { type: 'string', default: '50000' },
    /** Where the webhooks service leaves a CPU profile. */
    profile: { type: 'string' },
    /** A million people, ten million orders, or all of that and ten million events: half an hour and 30 GB. */
    large: { type: 'string' },
  },
})

const { only, profile } = options
const rounds = Number(options.rounds)
const [area, section] = only?.split('/') ?? []
const fullSections = [
  'changes',
  'webhooks',
  'growth',
  'neighbours',
  'tasks',
  'subscriptions',
  'files',
  'pages',
  'paint',
  'learning',
  'memory',
  'rooms',
  'scenarios',
  'segments',
  'mailings',
  'analytics',
  'readers',
  'imports',
  'write-shares',
  'peers',
]
if (area && ![...fullSections, ...requestSections].includes(area))
  throw new Error(
    `There is nothing named ${area}: --only takes ${[...requestSections, ...fullSections].join(', ')}.`,
  )

if (area === 'peers' && !options.peers)
  throw new Error(
    'Name the folder of Directus and Medusa by --peers: docs/benchmarks.md says how it is filled.',
  )

const machine = { cpus: cpus().length, load_before: loadavg() }
const results =
  area && fullSections.includes(area)
    ? {}
    : await measureRequests({ rounds, seconds: Number(options.seconds), section: area })
const changes = area === undefined || area === 'changes' ? await changesSection(Number(options.seconds)) : {}
const webhooks =
  area === undefined || area === 'webhooks'
    ? await webhookSections({ rounds, deliveries: Number(options.deliveries), profile, section })
    : {}
const growth =
  area === undefined || area === 'growth'
    ? await growthSections({ rounds, section, large: options.large })
    : {}
const neighbours =
  area === undefined || area === 'neighbours'
    ? await neighbourSections({ rounds, seconds: Number(options.seconds), section })
    : {}
const tasks = area === undefined || area === 'tasks' ? await tasksSection(rounds) : {}
const subscriptions =
  area === undefined || area === 'subscriptions'
    ? await subscriptionsSection(Number(options.subscriptions))
    : {}
const files = area === undefined || area === 'files' ? await filesSection(rounds) : {}
const pages =
  area === undefined || area === 'pages'
    ? await pagesSection({ rounds, seconds: Number(options.seconds) })
    : {}
const paint = area === 'paint' ? await paintSection(rounds) : {}
const learning =
  area === undefined || area === 'learning'
    ? await learningSection({ rounds, seconds: Number(options.seconds), section })
    : {}
const memory = area === undefined || area === 'memory' ? await memorySection(Number(options.load)) : {}
const rooms =
  area === 'rooms'
    ? await roomsSection({
        ...{ listeners: Number(options.listeners), rounds, seconds: Number(options.seconds), section },
      })
    : {}
const scenarios =
  area === 'scenarios'
    ? await scenariosSection({ due: Number(options.waits), inside: Number(options.inside) })
    : {}
const segments =
  area === 'segments'
    ? await segmentsSection({ people: Number(options.people), rate: Number(options.rate) })
    : {}
const mailings = area === 'mailings' ? await mailingsSection(Number(options.mails)) : {}
const analytics = area === 'analytics' ? await analyticsSection(Number(options.facts)) : {}
const readers =
  area === 'readers'
    ? await readersSection({
        ...{ readers: options.readers.split(','), orders: Number(options.orders), rounds },
      })
    : {}
const imports =
  area === 'imports'
    ? await importsSection({ rows: Number(options.rows), rounds, seconds: Number(options.seconds) })
    : {}
const writes =
  area === 'write-shares'
    ? await writesSection({
        ...{
          sets: options.sets.split(','),
          paces: options.paces.split(','),
          seconds: Number(options.seconds),
        },
      })
    : {}
const peers =
  area === 'peers'
    ? await peersSection({
        peers: options.peers!,
        rounds: Number(options.rounds),
        seconds: Number(options.seconds),
      })
    : []
const measured = {
  measured_at: new Date().toISOString(),
  machine,
  results,
  changes,
  webhooks,
  growth,
  neighbours,
  tasks,
  subscriptions,
  files,
  pages,
  paint,
  learning,
  memory,
  rooms,
  scenarios,
  segments,
  mailings,
  analytics,
  readers,
  imports,
  writes,
  peers,
}
writeFileSync('bench.json', `${JSON.stringify(measured, null, 2)}\n`)
