// What an installation has of a school: in every table of Postgres, whatever its columns are, in the streams of the bus, and in
// the storage of files.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { streams, subjectsOfSchool } from '@lms/events'
import { asOwner, type TestSystem } from '@lms/testing'
import type pg from 'pg'

/** Tables that say of a school that it was erased, or what the platform team did with it, and nothing else of it. */
export const lasting = (table: string) =>
  ['service.school_erasures', 'service.operator_actions'].includes(table) || table.endsWith('.erased_schools')

interface Table {
  readonly schema: string
  readonly name: string
  /** Whether its rows belong to schools. */
  readonly hasSchool: boolean
}

/** All tables of the installation, from the catalogue: none that is added later is forgotten. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name, exists (select from pg_attribute a
       where a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped) as "hasSchool"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm') and not c.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_' order by 1, 2`,
  )
  return rows
}

/** Number of rows with the text anywhere in them, by table; only of tables that have some. */
export const rowsWith = (system: TestSystem, text: string): Promise<Record<string, number>> =>
  asOwner(system.ownerUrl, async client => {
    await client.query('set row_security = off')
    const counts: Record<string, number> = {}
    for (const { schema, name } of await tablesOf(client)) {
      const sql = `select count(*)::int as n from "${schema}"."${name}" t where position($1 in t::text) > 0`
      const { n } = (await client.query(sql, [text])).rows[0]
      if (n > 0) counts[`${schema}.${name}`] = n
    }
    return counts
  })

/** Messages of the school in all streams. */
export async function messagesOf({ bus }: TestSystem, school: string): Promise<number> {
  let count = 0
  for (const { name } of Object.values(streams)) {
    const { state } = await bus.manager.streams.info(name, { subjects_filter: `*.${school}.>` })
    count += Object.values(state.subjects ?? {}).reduce((sum, each) => sum + each, 0)
  }
  return count
}

/** The events of the school in their stream, as they are. */
export async function eventsOf(
  { bus }: TestSystem,
  school: string,
): Promise<{ subject: string; text: string }[]> {
  const consumer = await bus.js.consumers.get(streams.events.name, {
    filter_subjects: subjectsOfSchool(school).events,
  })
  const events: { subject: string; text: string }[] = []
  const { num_pending: count } = await consumer.info()
  if (count === 0) return events
  for await (const message of await consumer.fetch({ max_messages: count, expires: 5000 }))
    events.push({ subject: message.subject, text: message.string() })
  return events
}

/** Durable consumers with messages that they have not acknowledged. */
export async function consumersBehind({ bus }: TestSystem): Promise<string[]> {
  const behind: string[] = []
  for (const { name } of Object.values(streams))
    for await (const consumer of bus.manager.consumers.list(name)) {
      const { config, num_pending, num_ack_pending } = consumer
      if (config.durable_name && num_pending + num_ack_pending > 0) behind.push(config.durable_name)
    }
  return behind
}

export const hasFiles = ({ servers }: TestSystem, school: string): boolean =>
  existsSync(join(servers.folder, 'files', school))

/** Tables in which rows come and go by themselves, and those of which some do: of these the number is compared. */
const volatile =
  /\.(tasks|outbox|outbox_set_aside|inbox|idempotency_keys|usage_days|usage_people|channels)$|^analytics\./
const changing = /^(site\.domains|users\.api_keys)$/

/** A digest of all rows of the school, by table, but those that come and go by themselves. */
export const digestsOf = (system: TestSystem, school: string): Promise<Record<string, string>> =>
  asOwner(system.ownerUrl, async client => {
    await client.query('set row_security = off')
    const digests: Record<string, string> = {}
    for (const { schema, name, hasSchool } of await tablesOf(client)) {
      if (!hasSchool || volatile.test(`${schema}.${name}`)) continue
      const rows = changing.test(`${schema}.${name}`) ? `''` : 't::text'
      const sql = `select count(*) || ' ' || md5(coalesce(string_agg(${rows}, chr(10) order by ${rows}), '')) as digest
        from "${schema}"."${name}" t where school_id = $1`
      digests[`${schema}.${name}`] = (await client.query(sql, [school])).rows[0].digest
    }
    return digests
  })
