import { type Id, newId, readTime } from '@lms/contract'
import { column, objectTable, type RowIn, storeOf, textArray, visibleByPerson } from '@lms/service-host'
import type { TransportKind } from '../addresses/kinds.ts'
import type { Source, Variables } from '../content/source.ts'
import type { Attachment } from './attachment.ts'
import { type Counts, noCounts, sumOf } from './counts.ts'
import { messages as operations } from './message.contract.ts'
import { messageLifecycle } from './message.lifecycle.ts'
import { Message, type ReadableContent, type StepKind, timelineMost } from './message.object.ts'
import { messageSent } from './message-events.ts'
import { variantOf } from './variant.ts'

const messages = objectTable('crm.messages', Message, {
  list: operations.list,
  hidden: {
    /** What is sent, until it has left. */
    content: column.json<Source>().nullable(),
    variables: column.json<Variables>().nullable(),
    /** What has left of a message that was sent alone, as its person reads it. */
    rendition: column.json<Rendition>().nullable(),
    attachments: column.json<Attachment[]>().nullable(),
    address_hash: column.key().nullable(),
    tries: column.integer(),
    /** The mailing or campaign that it is part of, and the part of its queue. */
    origin: column.key().nullable(),
    unsubscribed_at: column.time().nullable(),
    shard: column.integer(),
    /** The request to which it is traced, and with it what its receiver does. */
    request_id: column.key().nullable(),
    /** What it is counted by besides a mailing or campaign. */
    source: column.key().nullable(),
  },
  searched: ['subject'],
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['user_id', 'transport', 'sent_at'],
    ['status', 'created_at', 'id'],
    ['template_id', 'created_at', 'id'],
    ['mailing_id', 'created_at', 'id'],
    ['campaign_id', 'created_at', 'id'],
    ['origin', 'status', 'reason'],
    ['origin', 'shard', 'send_after', 'id'],
    ['origin', 'address_hash'],
    ['origin', 'user_id'],
    ['address_hash', 'id'],
    ['address', 'created_at', 'id'],
  ],
  lifecycle: {
    of: messageLifecycle,
    emits: {
      hand: null,
      skip: null,
      drop: null,
      remove: null,
      accept: messageSent,
      refuse: null,
      defer: null,
      lose: null,
    },
    refuses: {},
  },
  visible: visibleByPerson('crm', 'user_id'),
})
/** Without the subject, which is a field of the message. */
export type Rendition = Omit<ReadableContent, 'subject'>

export type MessageRow = RowIn<typeof messages>

/** The part of the audience that gets the variants first, and the minutes after which the rest gets the better one. */
interface Winner {
  readonly percent: number
  readonly after_minutes: number
}

/** A mailing or campaign, of which each person of the audience gets these messages. */
interface Queued {
  readonly id: string
  readonly topic: string
  readonly started_at: string | null
  readonly parts: readonly {
    readonly step: number | null
    readonly transport: TransportKind
    readonly delay_minutes: number
    readonly variants: readonly { readonly weight: number }[]
    readonly winner: Winner | null
  }[]
}

/** Shards in which a mailing leaves at most; and the people for whom one more is worth it. */
export const maxShards = 8
export const peopleOfShard = 50

/** An address to which a message of a mailing or campaign goes. */
export const placeOf = ({ origin, step }: { origin: string | null; step: number | null }, hash: string) =>
  `${origin} ${step ?? ''} ${hash}`

const responseConditions = {
  failed: `(status in ('refused', 'unknown') or bounced_at is not null or reason = 'template_error')`,
  not_opened: `status = 'sent' and bounced_at is null and opened_at is null and clicked_at is null`,
  opened: '(opened_at is not null or clicked_at is not null)',
  clicked: 'clicked_at is not null',
} as const

export class MessageStore extends storeOf(messages) {
  /** These messages, locked. */
  async lockMany(ids: readonly string[]): Promise<MessageRow[]> {
    if (ids.length === 0) return []
    const { rows } = await this.work.lock(
      `${messages.select} and t.id = any($2::text[]) order by t.id for update`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(row => this.readLocked(row))
  }

  /** The next open messages of a shard, in the order in which they are due. */
  async nextOf({ origin, shard }: { origin: string; shard: number }, most: number): Promise<MessageRow[]> {
    const { rows } = await this.work.read(
      `${messages.select} and t.origin = $2 and t.shard = $3 and t.send_after is not null
       order by t.send_after, t.id limit $4`,
      [this.work.school, origin, String(shard), String(most)],
    )
    return rows.map(row => this.read(row))
  }

  /** The next people to whom a mailing went, by what became of it, in the order of their ids; or whether one is among them. */
  async responding(
    { mailing_id, who }: { mailing_id: string; who: keyof typeof responseConditions },
    { after = null, only = null, most }: { after?: string | null; only?: string | null; most: number },
  ): Promise<Id<'usr'>[]> {
    const { rows } = await this.work.read(
      `select user_id from "crm"."messages" where school_id = $1 and origin = $2
         and ($3::text is null or user_id > $3) and ($4::text is null or user_id = $4)
         and ${responseConditions[who]} order by user_id limit $5`,
      [this.work.school, mailing_id, after, only, String(most)],
    )
    return rows.map(([user]) => user as Id<'usr'>)
  }

  /** The first message of a mailing or campaign to a person; null for none. */
  async ofPerson(origin: string, userId: string): Promise<MessageRow | null> {
    const { rows } = await this.work.read(
      `${messages.select} and t.origin = $2 and t.user_id = $3 order by t.step nulls first, t.id limit 1`,
      [this.work.school, origin, userId],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The numbers of a mailing or campaign; null while messages wait, or are handed over. */
  async finalCounts(origin: string): Promise<Counts | null> {
    const counts = (await this.countsOf([origin])).get(origin) ?? noCounts
    return counts.queued + counts.in_flight + counts.deferred === 0 ? counts : null
  }

  /** Those of these hashes of addresses to which a mailing or campaign has gone: as `placeOf` names them. */
  async addressedBy(rows: readonly MessageRow[], hashes: readonly string[]): Promise<Set<string>> {
    const origins = [...new Set(rows.flatMap(({ origin }) => origin ?? []))]
    if (origins.length === 0) return new Set()
    const { rows: addressRows } = await this.work.read(
      `select origin, step, address_hash from "crm"."messages"
       where school_id = $1 and origin = any($2::text[]) and address_hash = any($3::text[])
         and status not in ('queued', 'deferred')`,
      [this.work.school, textArray(origins), textArray(hashes)],
    )
    return new Set(
      addressRows.map(([origin, step, hash]) =>
        placeOf({ origin: origin!, step: step ? Number(step) : null }, hash!),
      ),
    )
  }

  /** Queues the messages of a mailing or campaign to these people, each once; `count` people were queued before. */
  queue(sending: Queued, userIds: readonly string[], count: number): void {
    if (userIds.length === 0) return
    const timeline = JSON.stringify(withStep({ timeline: [] }, 'queued', this.work.now))
    const began = Date.parse(sending.started_at ?? this.work.now)
    const inCampaign = sending.id.startsWith('cmp_')
    for (const { step, transport, delay_minutes, variants, winner } of sending.parts) {
      const weights = variants.map(({ weight }) => weight)
      const dueAt = new Date(began + delay_minutes * 60_000).toISOString()
      const isFirst = (user: string) =>
        !winner || variantOf([winner.percent, 100 - winner.percent], sending.id, `${step} first`, user) === 1
      // 0: the rest of the audience, whose variant is chosen later.
      const variantFor = (user: string) =>
        isFirst(user) ? String(variantOf(weights, sending.id, String(step), user)) : '0'
      this.work.write(
        `insert into "crm"."messages" (school_id, id, user_id, origin, mailing_id, campaign_id, step, variant, transport,
           topic, status, subject, answer, timeline, version, created_at, updated_at, send_after, tries, shard,
           request_id)
         select $1, m.id, m.user_id, $2, $3, $4, $5::int, case when $5::int is null then null else nullif(m.variant, 0) end, $6, $7,
           'queued', '', '', $8::jsonb, 1, $9::timestamptz, $9::timestamptz,
           $10::timestamptz + make_interval(mins => case when m.variant = 0 then $18::int else 0 end), 0,
           (m.place - 1 + $11::int) / $12::int % $13::int, $17
         from unnest($14::text[], $15::text[], $16::int[]) with ordinality m (id, user_id, variant, place)
         where not exists (select from "crm"."messages" o where o.school_id = $1 and o.origin = $2
           and o.user_id = m.user_id and o.step is not distinct from $5::int)`,
        [
          ...[this.work.school, sending.id, inCampaign ? null : sending.id, inCampaign ? sending.id : null],
          ...[step === null ? null : String(step), transport, sending.topic, timeline, this.work.now, dueAt],
          ...[String(count), String(peopleOfShard), String(maxShards)],
          textArray(userIds.map(() => newId('msg'))),
          textArray(userIds),
          textArray(userIds.map(variantFor)),
          this.work.origin.requestId,
          String(winner?.after_minutes ?? 0),
        ],
      )
    }
  }

  /** The last message to an address, by its hashes; null if there was none. */
  async lastTo(hashes: readonly string[]): Promise<MessageRow | null> {
    const { rows } = await this.work.read(
      `${messages.select} and t.address_hash = any($2::text[]) order by t.id desc limit 1`,
      [this.work.school, textArray(hashes)],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /** How the last messages to an address came back, the newest first, besides one; `bounce` is null of one that has not. */
  async lastBounces(
    hashes: readonly string[],
    besides: string,
    most: number,
  ): Promise<{ bounce: string | null; answer: string }[]> {
    const { rows } = await this.work.read(
      `select bounce, answer from "crm"."messages" where school_id = $1 and address_hash = any($2::text[]) and id <> $3
         and (sent_at is not null or bounced_at is not null) order by id desc limit $4`,
      [this.work.school, textArray(hashes), besides, String(most)],
    )
    return rows.map(([bounce, answer]) => ({ bounce: bounce ?? null, answer: answer ?? '' }))
  }

  /** Those of these people who have opened a message of a campaign before its `step`. */
  async openersBefore(origin: string, step: number, userIds: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.work.read(
      `select distinct user_id from "crm"."messages" where school_id = $1 and origin = $2 and step < $3
         and user_id = any($4::text[]) and (opened_at is not null or clicked_at is not null)`,
      [this.work.school, origin, String(step), textArray(userIds)],
    )
    return new Set(rows.map(([user]) => user!))
  }

  /** Takes messages of a stopped mailing or campaign from the queue, at most this many; returns their number. */
  async removeQueued(origin: string, most: number): Promise<number> {
    const { rows } = await this.work.lock(
      `${messages.select} and t.origin = $2 and t.send_after is not null order by t.send_after, t.id limit $3 for update`,
      [this.work.school, origin, String(most)],
    )
    const waiting = rows.map(row => this.readLocked(row))
    this.moveAll(waiting, 'remove', { send_after: null })
    return waiting.length
  }

  /** Present numbers of mailings and campaigns, by id. */
  async countsOf(origins: readonly string[]): Promise<Map<string, Counts>> {
    if (origins.length === 0) return new Map()
    const { rows } = await this.work.read(
      `select origin, status, reason, count(*) from "crm"."messages"
       where school_id = $1 and origin = any($2::text[]) group by 1, 2, 3`,
      [this.work.school, textArray(origins)],
    )
    const byOrigin = Map.groupBy(rows, ([origin]) => origin!)
    return new Map([...byOrigin].map(([id, parts]) => [id, sumOf(parts.map(([, ...part]) => part))]))
  }

  /**
   * The numbers of messages that these people got in a transport since a time, without those of some topics. What is being
   * handed over counts: hold the people before.
   */
  async countsSince(
    userIds: readonly string[],
    { transport, since, without }: { transport: string; since: string; without: readonly string[] },
  ): Promise<Map<string, number>> {
    const { rows } = await this.work.read(
      `select user_id, count(*) from "crm"."messages" where school_id = $1 and user_id = any($2::text[]) and transport = $3
         and (sent_at > $4 or status = 'sending') and topic <> all($5::text[]) group by user_id`,
      [this.work.school, textArray(userIds), transport, since, textArray(without)],
    )
    return new Map(rows.map(([user, count]) => [user!, Number(count)]))
  }

  /** The numbers of notifications that these people got since a time: `<kind> <transport> <person>`. Hold the people before. */
  async noticesSince(userIds: readonly string[], since: string): Promise<Map<string, number>> {
    if (userIds.length === 0) return new Map()
    const { rows } = await this.work.read(
      `select notification || ' ' || transport || ' ' || user_id, count(*) from "crm"."messages"
       where school_id = $1 and user_id = any($2::text[]) and notification is not null
         and (sent_at > $3 or status = 'sending') group by 1`,
      [this.work.school, textArray(userIds), since],
    )
    return new Map(rows.map(([key, count]) => [key!, Number(count)]))
  }

  /** Those of these people for whom a notification of this kind was made since a time. */
  async toldSince(userIds: readonly string[], kind: string, since: string): Promise<Set<string>> {
    const { rows } = await this.work.read(
      `select distinct user_id from "crm"."messages" where school_id = $1 and user_id = any($2::text[])
         and notification = $3 and created_at > $4`,
      [this.work.school, textArray(userIds), kind, since],
    )
    return new Set(rows.map(([user]) => user!))
  }

  /** The queued messages of a kind to these people, locked: those of the last days. */
  async lockQueued(userIds: readonly string[], kind: string): Promise<MessageRow[]> {
    const { rows } = await this.work.lock(
      `${messages.select} and t.user_id = any($2::text[]) and t.created_at > $3::timestamptz - interval '4 days'
         and t.notification = $4 and t.status = 'queued' order by t.id for update`,
      [this.work.school, textArray(userIds), this.work.now, kind],
    )
    return rows.map(row => this.readLocked(row))
  }

  /** Until the end of the work nobody else decides whether these people, or addresses, get a message. */
  hold(names: readonly string[]): Promise<unknown> {
    return this.work.lock(
      `select pg_advisory_xact_lock(hashtextextended('messages to ' || $1 || u, 0))
       from (select distinct unnest($2::text[]) u order by 1) people`,
      [this.work.school, textArray(names)],
    )
  }

  /** Gives a person's messages to another person. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update "crm"."messages" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [this.work.school, into, from, this.work.now],
    )
  }

  /** Erases what the messages to a person say, and where their own links lead. */
  blankOf(userId: string): void {
    this.work.write(
      `delete from "crm"."link_targets" where school_id = $1
         and owner in (select id from "crm"."messages" where school_id = $1 and user_id = $2)`,
      [this.work.school, userId],
    )
    this.work.write(
      `update "crm"."messages" set address = null, subject = '', text = null, answer = '', content = null, variables = null,
         attachments = null, rendition = null, version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }
}

/** The history with one more step; the first ones stay. */
export const withStep = (
  { timeline }: Pick<Message, 'timeline'>,
  what: StepKind,
  at: string,
): Message['timeline'] => {
  const time = readTime(at) ?? at
  return [...timeline.slice(0, timelineMost - 1), { at: time, what }]
}
