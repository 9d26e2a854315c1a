// After Postgres is back at an earlier time, and before anything is started: what the bus, the subscribers and the files know
// later. What was told of changes that are gone is listed; the numbers of events go on behind those that were told; and the
// streams begin anew, because every event that is not confirmed at its readers still stands in an outbox.
import type { Envelope } from '@lms/contract'
import { type Bus, streams, typeOfSubject } from '@lms/events'
import pg from 'pg'
import { serversOf } from './backup.ts'
import { filesIn } from './files.ts'

/** An event that was announced, of a change that is gone. */
export interface ToldInVain {
  readonly school_id: string
  readonly id: string
  readonly type: string
  readonly object_id: string | null
  readonly created_at: string
  /** Active subscriptions that take it: they may have it. */
  readonly subscriptions: readonly string[]
}

export interface Settled {
  /** Whether the stream was still there; without it nobody knows what was told. */
  readonly stream: 'newer' | 'gone'
  readonly told_in_vain: readonly ToldInVain[]
  /** How many there are, also beyond those that are listed. */
  readonly told_in_vain_count: number
  /** By how much the numbers of a school's events go ahead. */
  readonly ahead: Readonly<Record<string, number>>
  /** Numbers of receipts that were given to payments that are gone, and will be given again. */
  readonly receipts: readonly { school_id: string; number: string; receipt_id: string | null }[]
  /** Files whose bytes are missing, and bytes whose files are gone, which are removed within some days; null for a bucket. */
  readonly files: {
    readonly without_bytes: readonly string[]
    readonly without_row: readonly string[]
  } | null
}

export interface SettleParts {
  /** The owner's addresses by service. */
  readonly databases: Readonly<Record<string, string>>
  readonly bus: Bus
  readonly filesAt: string | null
}

/** Of a stream that is gone nobody knows how far it was told: further than any school comes within its week. */
const farAhead = 10_000_000
const listed = 10_000
const batch = 2000

export async function settle({ databases, bus, filesAt }: SettleParts): Promise<Settled> {
  await refuseWhileRunning(databases)
  const webhooks = databases.webhooks
  if (!webhooks) throw new Error('The service webhooks has no database here.')
  return asOwner(webhooks, async client => {
    const read = await readStream(client, bus, databases)
    const ahead = await goAhead(client, read)
    const files = filesAt && databases.site ? await compareFiles(databases.site, filesAt) : null
    // Consumers go with their stream; services make both again when they start.
    for (const { name } of Object.values(streams)) await bus.manager.streams.delete(name).catch(() => false)
    const { isThere, inVain, count, receipts } = read
    return {
      stream: isThere ? 'newer' : 'gone',
      told_in_vain: inVain,
      told_in_vain_count: count,
      ahead,
      receipts,
      files,
    }
  })
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What is running would publish and number on while this looks. */
async function refuseWhileRunning(databases: SettleParts['databases']): Promise<void> {
  for (const { url } of serversOf(databases)) {
    const { rows } = await asOwner(url, client =>
      client.query(
        `select distinct application_name as name from pg_stat_activity where application_name like 'lms %' limit 20`,
      ),
    )
    if (rows.length) throw new Error(`Stop ${rows.map(({ name }) => name.slice(4)).join(', ')} first.`)
  }
}

interface Read {
  isThere: boolean
  inVain: ToldInVain[]
  count: number
  /** Events of each school behind the position of the journal: none of them has a lasting number. */
  bySchool: Map<string, number>
  receipts: Settled['receipts'][number][]
}

/** Reads the events that the restored journal has not read. */
async function readStream(client: pg.Client, bus: Bus, databases: SettleParts['databases']): Promise<Read> {
  const read: Read = { isThere: false, inVain: [], count: 0, bySchool: new Map(), receipts: [] }
  const { created, state } = await bus.manager.streams.info(streams.events.name)
  const { rows } = await client.query(
    `select stream_created, last::int8 as last from webhooks.positions where stream = 'EVENTS'`,
  )
  const isSame = rows[0]?.stream_created === String(created)
  const after = Number(rows[0]?.last ?? 0)
  // Another stream than the journal has read, or an older one: what was told in between stands nowhere.
  if (rows[0] && (!isSame || state.last_seq < after)) return read
  read.isThere = true
  if (state.messages === 0 || state.last_seq === after) return read
  const consumer = await bus.js.consumers.get(streams.events.name, { opt_start_seq: after + 1 })
  try {
    for (let left = (await consumer.info()).num_pending; left > 0; ) {
      const events: { school: string; event: Envelope<any> }[] = []
      const size = Math.min(batch, left)
      for await (const message of await consumer.fetch({ max_messages: size, expires: 5000 })) {
        left--
        const school = message.subject.split('.')[1]!
        read.bySchool.set(school, (read.bySchool.get(school) ?? 0) + 1)
        const event = readEvent(message.string(), typeOfSubject(message.subject))
        if (event) events.push({ school, event })
      }
      if (events.length === 0 && left > 0) throw new Error('The bus does not give the events of its stream.')
      await note(events, read, client, databases)
    }
  } finally {
    await consumer.delete().catch(() => false)
  }
  return read
}

function readEvent(text: string, type: string | null): Envelope<any> | null {
  try {
    const event = JSON.parse(text) as Envelope<any>
    return event.type === type ? event : null
  } catch {
    return null
  }
}

/** Notes those of which nothing is left: neither the journal has them nor an outbox. */
async function note(
  events: readonly { school: string; event: Envelope<any> }[],
  read: Read,
  client: pg.Client,
  databases: SettleParts['databases'],
): Promise<void> {
  const ids = events.map(({ event }) => event.id)
  const standing = new Set(await idsIn(client, 'webhooks.events', ids))
  for (const [service, url] of Object.entries(databases))
    for (const id of await asOwner(url, each => idsIn(each, `"${service}".outbox`, ids))) standing.add(id)
  const gone = events.filter(({ event }) => !standing.has(event.id))
  const takers = await takersOf(client, gone)
  for (const { school, event } of gone) {
    read.count++
    const { object } = event.data
    if (event.type === 'payment.receipt_issued')
      read.receipts.push({ school_id: school, number: String(object.number), receipt_id: object.id ?? null })
    if (read.inVain.length < listed)
      read.inVain.push({
        school_id: school,
        id: event.id,
        type: event.type,
        object_id: typeof object?.id === 'string' ? object.id : null,
        created_at: event.created_at,
        subscriptions: takers(school, event.type),
      })
  }
}

const idsIn = async (client: pg.Client, table: string, ids: readonly string[]): Promise<string[]> =>
  (await client.query(`select id from ${table} where id = any($1)`, [ids])).rows.map(({ id }) => id)

/** The active subscriptions that take a type in a school. */
async function takersOf(client: pg.Client, events: readonly { school: string }[]) {
  const schools = [...new Set(events.map(({ school }) => school))]
  const { rows } = await client.query(
    `select school_id, id, events from webhooks.subscriptions where school_id = any($1) and active`,
    [schools],
  )
  const bySchool = Map.groupBy(
    rows as { school_id: string; id: string; events: string[] }[],
    row => row.school_id,
  )
  const takes = (pattern: string, type: string) =>
    pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))
  return (school: string, type: string) =>
    (bySchool.get(school) ?? [])
      .filter(({ events }) => events.some(each => takes(each, type)))
      .map(({ id }) => id)
}

/** A number that a subscriber has seen is never given to another event. */
async function goAhead(client: pg.Client, { isThere, bySchool }: Read): Promise<Record<string, number>> {
  if (!isThere) {
    const { rows } = await client.query(
      `update webhooks.sequences set last = last + $1 returning school_id`,
      [farAhead],
    )
    return Object.fromEntries(rows.map(({ school_id }) => [school_id, farAhead]))
  }
  const [schools, counts] = [[...bySchool.keys()], [...bySchool.values()]]
  await client.query(
    `update webhooks.sequences s set last = s.last + a.many
     from unnest($1::text[], $2::int8[]) a (school_id, many) where a.school_id = s.school_id`,
    [schools, counts],
  )
  return Object.fromEntries(bySchool)
}

/** Files of rows and of the disk that the other lacks. */
async function compareFiles(url: string, root: string): Promise<NonNullable<Settled['files']>> {
  const there = filesIn(root)
  return asOwner(url, async client => {
    const { rows } = await client.query(
      `select school_id || '/' || id as file, status = 'ready' as needed from site.files
       union all select school_id || '/' || id, status = 'stored' from site.artifacts`,
    )
    const known = new Set<string>(rows.map(({ file }) => file))
    return {
      without_bytes: rows.filter(({ file, needed }) => needed && !there.has(file)).map(({ file }) => file),
      without_row: [...there].filter(file => !known.has(file)),
    }
  })
}
