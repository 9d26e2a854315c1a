// Decides which messages leave next, and marks them.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { User } from '@lms/users/contract'
import { addressHashes, addressKey, addressOf } from '../addresses/address.ts'
import type { Stores } from '../builder.ts'
import { type MessageRow, placeOf, withStep } from '../messages/message.store.ts'
import { suppressedFor } from '../preferences/eligibility.rules.ts'
import { usual } from '../preferences/preferences.store.ts'
import type { Sending } from '../sendings/sending.ts'
import { type CrmSettings, rateOf } from '../settings/crm-settings.ts'
import { digestKind } from '../settings/notifications.ts'
import { topicIn } from '../settings/topic.ts'
import { Caps } from './caps.ts'
import { takeFromRate } from './rates.ts'
import { type Facts, verdictOf } from './verdict.rules.ts'

type At = Pick<Work, 'work' | 'runtime' | 'now'>

/** What the call has read outside. */
interface OutsideData {
  users: ReadonlyMap<string, User>
  messengers: ReadonlyMap<string, string>
  consents: ReadonlyMap<string, ReadonlySet<string>>
  settings: CrmSettings
  sending: Sending | null
}

interface Marked {
  ids: Id<'msg'>[]
  /** When the first of those that wait is due; null if none waits. */
  waitsUntil: Date | null
  /** Whether what stands behind these in the queue has to wait, too: it is due no sooner, or their rate is used up. */
  holdsOthers: boolean
}

/** Marks, skips or holds these messages, each by what is true of its person now. */
export async function markNext(
  candidates: readonly Pick<MessageRow, 'id' | 'user_id'>[],
  outside: OutsideData,
  ctx: At,
  stores: Stores,
): Promise<Marked> {
  const seen = new Map<string, string>(candidates.map(({ id, user_id }) => [id, user_id]))
  const open = (await stores.messages.lockMany([...seen.keys()])).filter(
    ({ status }) => status === 'queued' || status === 'deferred',
  )
  // Nothing is known of a person into whom one was merged since: their messages are looked at again.
  const rows = open.filter(({ id, user_id }) => seen.get(id) === user_id)
  const due = rows.filter(({ send_after }) => send_after === null || send_after <= ctx.now)
  const { facts, caps } = await factsOf(due, outside, ctx, stores)
  const ids: Id<'msg'>[] = []
  const waits = rows.filter(row => !due.includes(row)).map(({ send_after }) => Date.parse(send_after!))
  let holdsOthers = waits.length > 0
  if (rows.length < open.length) waits.push(Date.parse(ctx.now))
  const reached = new Set<string>()
  const going: { row: MessageRow; address: string }[] = []
  for (const row of due) {
    const variant = variantFor(row, outside.sending)
    if (variant === undefined) {
      const later = new Date(Date.parse(ctx.now) + untilChosenMs)
      waits.push(later.getTime())
      stores.messages.save(row, { send_after: timeOf(later) })
      continue
    }
    const { address, ...others } = facts.get(row.id)!
    // Of two people of this group with one address the first gets it.
    const recipientKey = row.origin !== null && address !== null ? placeOf(row, address) : null
    const duplicate = others.duplicate || (recipientKey !== null && reached.has(recipientKey))
    const verdict = verdictOf({ ...others, address, duplicate, capped: caps.isFull(row) }, ctx.now)
    if (verdict === 'go') {
      caps.take(row)
      if (recipientKey) reached.add(recipientKey)
      going.push({ row, address: address! })
    } else if ('skip' in verdict) skipOne(row, verdict.skip, ctx, stores)
    else {
      waits.push(verdict.holdUntil.getTime())
      hold(row, verdict.holdUntil, ctx, stores)
    }
  }
  for (const [transport, group] of Map.groupBy(going, ({ row }) => row.transport)) {
    const most = rateOf(outside.settings, transport)
    const { granted, next } =
      most === null
        ? { granted: group.length, next: null }
        : await takeFromRate(
            transport,
            { requested: group.length, most, alone: outside.sending === null },
            ctx.work,
          )
    for (const { row, address } of group.slice(0, granted)) {
      ids.push(row.id)
      markOne(row, { address, variant: variantFor(row, outside.sending) ?? null }, ctx, stores)
    }
    for (const { row } of group.slice(granted)) {
      holdsOthers = true
      waits.push(next!.getTime())
      stores.messages.save(row, { send_after: timeOf(next!) })
    }
  }
  return { ids, waitsUntil: waits.length ? new Date(Math.min(...waits)) : null, holdsOthers }
}

/** How long a message waits whose variant is due to be chosen. */
const untilChosenMs = 30_000

/** The variant that a message has, or gets as one of the rest of an audience; undefined until that is chosen. */
function variantFor({ step, variant }: MessageRow, sending: Sending | null): number | null | undefined {
  const part = variant === null && step !== null ? sending?.parts.find(each => each.step === step) : undefined
  return part?.winner ? (part.chosen ?? undefined) : variant
}

function markOne(
  row: MessageRow,
  { address, variant }: { address: string; variant: number | null },
  { now, work, runtime }: At,
  { messages }: Stores,
): void {
  const [address_hash] = addressHashes(address, row.transport, { school: work.school, vault: runtime.vault })
  const timeline = withStep(row, 'sending', now)
  messages.move(row, 'hand', { address, variant, address_hash: address_hash!, send_after: null, timeline })
}

function skipOne(row: MessageRow, reason: MessageRow['reason'], { now }: At, { messages }: Stores): void {
  const timeline = withStep(row, 'skipped', now)
  messages.move(row, 'skip', {
    reason,
    timeline,
    attachments: null,
    send_after: null,
  })
}

function hold(row: MessageRow, until: Date, { now }: At, { messages }: Stores): void {
  messages.save(row, { send_after: timeOf(until), timeline: withStep(row, 'held', now) })
}

const timeOf = (time: Date): string => time.toISOString().replace('Z', '+00:00')

/** What is true of the people of these messages, who are held until the end of the work. */
async function factsOf(
  rows: readonly MessageRow[],
  outside: OutsideData,
  ctx: At,
  { messages, preferences, suppressions }: Stores,
): Promise<{ facts: Map<string, Omit<Facts, 'capped'>>; caps: Caps }> {
  const { users, consents, settings, sending } = outside
  if (rows.length === 0) return { facts: new Map(), caps: await Caps.of([], settings, ctx.now, messages) }
  const { school } = ctx.work
  const ids = rows.map(({ user_id }) => user_id)
  const addressed = rows.map(row => {
    const user = users.get(row.user_id)
    const messenger = outside.messengers.get(row.user_id) ?? null
    const own = user ? addressOf({ ...user, messenger }, row.transport) : null
    const address = own && addressKey(own, row.transport)
    const hashes = address ? addressHashes(address, row.transport, { school, vault: ctx.runtime.vault }) : []
    return { row, user, address, hashes }
  })
  const allHashes = addressed.flatMap(({ hashes }) => hashes)
  await messages.hold([...ids, ...allHashes])
  const [reached, openers, chosen, listed, caps] = await Promise.all([
    messages.addressedBy(rows, allHashes),
    openersOf(rows, sending, messages),
    preferences.many(ids),
    suppressions.ofAddresses(allHashes),
    Caps.of(rows, settings, ctx.now, messages),
  ])
  const facts = new Map(
    addressed.map(({ row, user, address, hashes }): [string, Omit<Facts, 'capped'>] => [
      row.id,
      {
        user,
        transport: row.transport,
        address,
        topic: topicIn(settings.topics, row.topic),
        consents: consents.get(row.user_id) ?? new Set(),
        preferences: chosen.find(({ user_id }) => user_id === row.user_id) ?? usual,
        suppressed: suppressedFor(listed, hashes, row.topic),
        duplicate: hashes.some(hash => reached.has(placeOf(row, hash))),
        expires_at: row.expires_at,
        notification: row.notification,
        local: localOf(row, sending, settings),
        opened: openers.has(row.id),
        school: settings,
      },
    ]),
  )
  return { facts, caps }
}

/** The time of day at which a message leaves, and since when it is due. */
function localOf(
  { step, variant, notification, created_at }: MessageRow,
  sending: Sending | null,
  { digest_time }: Pick<CrmSettings, 'digest_time'>,
): Facts['local'] {
  if (notification === digestKind) return { time: digest_time, since: created_at }
  if (!sending?.local_time || sending.started_at === null) return null
  const { delay_minutes = 0, winner = null } = sending.parts.find(part => part.step === step) ?? {}
  // The rest of an audience waits for the choice first.
  const minutes = delay_minutes + (variant === null && winner ? winner.after_minutes : 0)
  const since = new Date(Date.parse(sending.started_at) + minutes * 60_000).toISOString()
  return { time: sending.local_time, since }
}

/** The messages whose people have opened one of the campaign before, where that matters. */
async function openersOf(
  rows: readonly MessageRow[],
  sending: Sending | null,
  messages: Stores['messages'],
): Promise<Set<string>> {
  const openedIds = new Set<string>()
  for (const { step, unless_opened } of sending?.parts ?? []) {
    const stepRows = rows.filter(row => row.step === step)
    if (!unless_opened || step === null || stepRows.length === 0) continue
    const people = stepRows.map(({ user_id }) => user_id)
    const openers = await messages.openersBefore(sending!.id, step, people)
    for (const { id, user_id } of stepRows) if (openers.has(user_id)) openedIds.add(id)
  }
  return openedIds
}
