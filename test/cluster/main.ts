// `npm run cluster`: three machines with Postgres, NATS and etcd, two of them with every service and a gateway. Under load
// one thing after the other is killed, cut off or made slow. Nothing that was acknowledged may be lost or done twice.
//
//   npm run cluster -- [--rounds 1] [--seconds 30] [--only cut,slow] [--keep]

import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startMailServer } from '@lms/testing/mail-server'
import { randomFrom } from '@lms/testing/random'
import { startReceivers } from '../faults/receivers.ts'
import { School } from '../faults/school.ts'
import { outboxesAreEmpty } from '../faults/system.ts'
import { type Fault, faultsOf } from './faults.ts'
import { Study } from './study.ts'
import { Cluster } from './system.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    /** How long a cut or a slow line lasts, and clients work after each fault. */
    seconds: { type: 'string', default: '30' },
    schools: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Only faults whose names have one of these. */
    only: { type: 'string', default: '' },
    /** Leaves the folder with all logs. */
    keep: { type: 'boolean', default: false },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const random = randomFrom(Number(values.seed))
const lasting = Number(values.seconds) * 1000
const clientsPerSchool = 3

const cluster = new Cluster()
const receivers = await startReceivers()
const mail = await startMailServer()
const portOf = (url: string) => Number(new URL(url).port)
const schools: School[] = []
let study: Study

const seconds = (ms: number) => (ms / 1000).toFixed(1)
const cells = (...parts: (string | number)[]) => say(`| ${parts.join(' | ')} |`)
const sum = (of: (school: School) => number) => schools.reduce((total, school) => total + of(school), 0)
const repeated = () => sum(({ clients }) => clients.reduce((total, client) => total + client.repeated, 0))
const changes = () => sum(({ record }) => record.changes.length) + study.changes

/** Clients work; meanwhile the fault strikes and ends. Then everything is compared, and the table gets its line. */
async function underLoad({ name, strike, heal }: Fault): Promise<void> {
  const clients = schools.flatMap(school => school.clients)
  const before = { changes: changes(), repeated: repeated() }
  const stop = new AbortController()
  const working = Promise.all([...clients.map(client => client.work(stop.signal)), study.work(stop.signal)])
  working.catch(() => {})
  await pause(3000)
  for (const client of clients) client.longestMs = 0
  const [{ since }] = await cluster.rows('select now()::text as since')
  const part = await strike()
  try {
    await pause(lasting)
    await heal?.()
    if (heal) await pause(lasting)
  } finally {
    stop.abort()
  }
  await working
  const longest = Math.max(...clients.map(({ longestMs }) => longestMs))
  const changeCount = changes() - before.changes
  const idle = performance.now()
  await cluster.untilReady()
  for (const school of schools) await school.checkRound()
  await study.check()
  if (receivers.forged.length) throw new Error(`Signatures did not fit: ${receivers.forged}`)
  const [slowest] = await cluster.rows(
    `select extract(epoch from d.attempted_at - e.created_at)::float as delay,
       extract(epoch from e.entered_at - e.created_at)::float as journal, e.type, d.attempt_count as attempts
     from webhooks.deliveries d join webhooks.events e on e.id = d.event_id
     where e.created_at > $1 and d.attempted_at is not null order by delay desc limit 1`,
    [since],
  )
  cells(
    `${name} ${part}`,
    seconds(longest),
    slowest.delay.toFixed(1),
    `${slowest.journal.toFixed(1)}, ${slowest.type}, ${slowest.attempts}`,
    seconds(performance.now() - idle),
    changeCount,
    repeated() - before.repeated,
  )
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cluster.close({ keep: true }).finally(() => process.exit(1)))
try {
  say(`--seed ${values.seed}; logs are in ${cluster.folder}`)
  const hook = receivers.hook('probe')
  await cluster.open([portOf(hook.url), portOf(mail.url)], portOf(mail.url), say)
  for (let index = 0; index < Number(values.schools); index++) {
    const randoms = Array.from({ length: clientsPerSchool }, () => random.fork())
    schools.push(await School.open(cluster, `school-${index}`, receivers, randoms))
  }
  study = await Study.open(cluster, mail)
  say('Three machines are ready. Seconds:')
  cells(
    'fault',
    'longest wait for an acknowledgement',
    'longest way of an event',
    'of it until the journal, its type, attempts',
    'until all is compared',
    'changes',
    'repeated',
  )
  cells('---', '---:', '---:', '---', '---:', '---:', '---:')
  for (let round = 0; round < Number(values.rounds); round++)
    for (const fault of faultsOf(cluster, random))
      if (values.only.split(',').some(part => fault.name.includes(part))) await underLoad(fault)
  for (const school of schools) await school.checkAll()
  await outboxesAreEmpty(cluster)
  const arrivals = schools.flatMap(school => [...school.arrivals])
  const twice = arrivals.filter(count => count > 1).length
  say(
    `${changes()} changes; of ${arrivals.length} events ${twice} came more than once; of ${mail.mails.length} mails none.`,
  )
  say(`Of ${study.unknown} mails the school was told that nobody knows whether they left.`)
  say('Nothing was lost.')
} catch (error) {
  say((error as Error).stack ?? String(error))
  process.exitCode = 1
} finally {
  receivers.close()
  await mail.close()
  await cluster.close({ keep: values.keep || process.exitCode === 1 })
}
