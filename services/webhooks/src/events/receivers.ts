// Which subscriptions an event goes to: the same for the journal and for replays.
import { type Mask, mayReceive } from '@lms/contract'
import { type Fields, type Step, step, textArray } from '@lms/service-host'
import type { Stored } from './envelope.ts'
import { type Condition, conditionsOf, matchesAll } from './event.filter.ts'
import { takes } from './event.masks.ts'

export interface Subscription {
  id: string
  /** The number of its lane. */
  lane: number
  url: string
  masks: string[]
  active: boolean
  /** Of whoever last gave the address or the events; null where that is not known. */
  rights: readonly (readonly Mask[])[] | null
  /** Whether events of one object go one after the other. */
  ordered: boolean
  /** Of what an event says. */
  conditions: readonly Condition[]
}

/** What says which events a subscription sends, as its row has it. */
export type Sending = Pick<Subscription, 'masks' | 'rights' | 'conditions'>

type Column = string | null | undefined

/** Reads columns `events`, `sender_rights` and `filter`. */
export const sendingOf = (masks: Column, rights: Column, filter: Column): Sending => ({
  masks: JSON.parse(masks!),
  rights: rights ? JSON.parse(rights) : null,
  conditions: conditionsOf(filter ? JSON.parse(filter) : null),
})

/**
 * Whether a subscription may send events of a type: its masks of now take it, and whoever last gave its address or its
 * events may read it. So what was made for other masks, or under other rights, is not sent by a retry.
 */
export const maySend = ({ masks, rights }: Sending, type: string): boolean =>
  takes(masks, type) && (rights === null || mayReceive(type, rights))

/** Whether it sends this event: {@link maySend}, and its filter of now lets it through. */
export const sends = (sending: Sending, event: Stored & { type: string }): boolean =>
  maySend(sending, event.type) && matchesAll(sending.conditions, event)

/** The subscriptions of schools; read the rows with {@link subscriptionsOf}. */
export const subscriptionsStep = (schools: readonly string[]): Step =>
  step(
    `select s.school_id, s.id, l.number, s.url, s.active, s.ordered, s.events, s.sender_rights, s.filter from webhooks.subscriptions s
     join webhooks.lanes l on l.school_id = s.school_id and l.webhook_id = s.id where s.school_id = any($1::text[])`,
    [textArray(schools)],
  )

/** Subscriptions by school. */
export function subscriptionsOf(rows: readonly Fields[]): Map<string, Subscription[]> {
  const found = new Map<string, Subscription[]>()
  for (const [school, id, lane, url, active, ordered, ...sending] of rows) {
    const list = found.get(school!) ?? []
    if (list.length === 0) found.set(school!, list)
    const [masks, rights, filter] = sending
    list.push({
      id: id!,
      lane: Number(lane),
      url: url!,
      active: active === 't',
      ordered: ordered === 't',
      ...sendingOf(masks, rights, filter),
    })
  }
  return found
}

export interface Addressed {
  type: string
  /** Of system.webhook_failed: the subscription that failed. */
  failed_webhook_id: string | null
}

/**
 * The subscriptions that events of a kind may go to, as far as their filters let them. The news that an address fails never
 * goes to that address.
 */
export function possibleReceiversOf(
  { type, failed_webhook_id }: Addressed,
  subscriptions: readonly Subscription[],
): Subscription[] {
  const failing = failed_webhook_id
    ? subscriptions.find(({ id }) => id === failed_webhook_id)?.url
    : undefined
  return subscriptions.filter(one => one.active && one.url !== failing && maySend(one, type))
}

/** The subscriptions that an event goes to. */
export const receiversOf = (event: Event, subscriptions: readonly Subscription[]): Subscription[] =>
  possibleReceiversOf(event, subscriptions).filter(({ conditions }) => matchesAll(conditions, event))

type Event = Addressed & Stored

/** {@link receiversOf} for many events: what does not depend on the single one is found once. */
export function receiversOfMany(subscriptions: readonly Subscription[]): (event: Event) => Subscription[] {
  const byType = new Map<string, Subscription[]>()
  return event => {
    if (event.failed_webhook_id) return receiversOf(event, subscriptions)
    const possible = byType.get(event.type) ?? possibleReceiversOf(event, subscriptions)
    byType.set(event.type, possible)
    return possible.filter(({ conditions }) => conditions.length === 0 || matchesAll(conditions, event))
  }
}

/** The subscription whose failure an event tells; null where it tells none. */
export function failedWebhookOf(type: string, related: Record<string, unknown>): string | null {
  if (type !== 'system.webhook_failed') return null
  return typeof related.webhook_id === 'string' ? related.webhook_id : null
}
