import { type Id, newId } from '@lms/contract'
import { column, objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import type { TransportKind } from '../addresses/kinds.ts'
import { objectionsOfAddressChanged } from '../people/objections.task.ts'
import { suppressions as operations, refusals, Suppression } from './suppression.contract.ts'

const suppressions = objectTable('crm.suppressions', Suppression, {
  list: operations.list,
  hidden: {
    /** `addressHashes`, by the key that was present. */
    address_hash: column.key(),
    /** The topic, or nothing for all: a constraint compares no nulls. */
    topic_key: column.key(),
  },
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['address', 'created_at', 'id'],
  ],
  unique: [{ of: ['address_hash', 'topic_key'], refusal: refusals.suppression_exists }],
})
export type SuppressionRow = RowIn<typeof suppressions>

/** What becomes suppressed, and why. */
export interface Suppressed {
  user_id: Id<'usr'> | null
  transport: TransportKind
  address: string
  address_hash: string
  topic: string | null
  reason: Suppression['reason']
  message_id: Id<'msg'> | null
}

/** Reasons, the lighter ones first. What staff decided stays theirs. */
const byWeight = ['unsubscribed', 'soft_bounces', 'hard_bounce', 'complaint'] as const

/** What a person wants again. */
interface Lifted {
  userId: string
  hashes: readonly string[]
  transport: TransportKind
  topics: readonly string[]
  until: string
}

export class SuppressionStore extends storeOf(suppressions) {
  /** Those of these addresses, by their hashes. */
  async ofAddresses(hashes: readonly string[]): Promise<SuppressionRow[]> {
    if (hashes.length === 0) return []
    const { rows } = await this.work.read(`${suppressions.select} and t.address_hash = any($2::text[])`, [
      this.work.school,
      textArray(hashes),
    ])
    return rows.map(row => this.read(row))
  }

  /** The entries of these people by which no e-mail goes to them. */
  async ofPeople(userIds: readonly string[]): Promise<SuppressionRow[]> {
    const { rows } = await this.work.read(
      `${suppressions.select} and t.user_id = any($2::text[]) and t.transport = 'email' and t.topic is null`,
      [this.work.school, textArray(userIds)],
    )
    return rows.map(row => this.read(row))
  }

  /** Adds to the list. What it has already stays as it is, unless the new reason weighs more: it is not lifted, or stops more. */
  suppress({ user_id, transport, address, address_hash, topic, reason, message_id }: Suppressed): void {
    this.work.write(
      `insert into "crm"."suppressions" (school_id, id, user_id, transport, address, topic, reason, comment, message_id,
         version, created_at, updated_at, address_hash, topic_key)
       values ($1, $2, $3, $4, $5, $6, $7, '', $8, 1, $9, $9, $10, coalesce($6, ''))
       on conflict (school_id, address_hash, topic_key) do update set reason = excluded.reason,
         message_id = excluded.message_id, version = suppressions.version + 1, updated_at = excluded.updated_at
       where array_position($11::text[], excluded.reason) > array_position($11::text[], suppressions.reason)`,
      [
        this.work.school,
        newId('sup'),
        user_id,
        transport,
        address,
        topic,
        reason,
        message_id,
        this.work.now,
        address_hash,
        textArray(byWeight),
      ],
    )
    objectionsOfAddressChanged(this.work, { address, transport, userId: user_id })
  }

  /** Takes the entries by which a person, or an address, unsubscribed until a time from these topics or from all. */
  lift({ userId, hashes, transport, topics, until }: Lifted): void {
    this.work.write(
      `delete from "crm"."suppressions" where school_id = $1 and reason = 'unsubscribed' and transport = $2
         and (user_id = $3 or address_hash = any($4::text[])) and (topic is null or topic = any($5::text[]))
         and created_at <= $6`,
      [this.work.school, transport, userId, textArray(hashes), textArray(topics), until],
    )
  }

  /** Gives a person's entries to another person. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update "crm"."suppressions" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [this.work.school, into, from, this.work.now],
    )
  }

  /** Gives the entries of addresses that name no person to one. */
  bind(hashes: readonly string[], userId: string): void {
    this.work.write(
      `update "crm"."suppressions" set user_id = $3, version = version + 1, updated_at = $4
       where school_id = $1 and address_hash = any($2::text[]) and user_id is null`,
      [this.work.school, textArray(hashes), userId, this.work.now],
    )
  }

  /** Erases addresses and comments of the entries of addresses that name no person. */
  blankUnowned(hashes: readonly string[]): void {
    this.work.write(
      `update "crm"."suppressions" set address = null, comment = '', version = version + 1, updated_at = $3
       where school_id = $1 and address_hash = any($2::text[]) and user_id is null`,
      [this.work.school, textArray(hashes), this.work.now],
    )
  }

  /** Erases addresses and comments of a person's entries; the hashes stay. */
  blankOf(userId: string): void {
    this.work.write(
      `update "crm"."suppressions" set address = null, comment = '', version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }
}
