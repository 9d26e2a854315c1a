// The subscriptions that take an event: the same for the journal and for replays.
import { type Mask, mayReceive } from '@lms/contract'
import { type Fields, type Step, step, textArray } from '@lms/service-host'
import type { Stored } from './envelope.ts'
import {
  conditionsOf,
  type EventCondition,
  type EventFilter,
  matchesAll,
  notImported,
} from './event-filter.ts'
import { takes } from './event-masks.ts'

export interface Subscription {
  id: string
  version: number
  /** The number of its channel. */
  channel: number
  url: string
  masks: string[]
  active: boolean
  /** The rights of the last caller who set the url or the events; null if unknown. */
  rights: readonly (readonly Mask[])[] | null
  /** Whether events of one object go one after the other. */
  ordered: boolean
  /** Conditions on the content of events, and that of imports. */
  conditions: readonly EventCondition[]
}

/** The columns that decide which events a subscription sends. */
export type Sending = Pick<Subscription, 'masks' | 'rights' | 'conditions'>

type Column = string | null | undefined

/** Reads columns `events`, `sender_rights`, `filter` and `imported`. */
export const sendingOf = (masks: Column, rights: Column, filter: Column, imported: Column): Sending => ({
  masks: JSON.parse(masks!),
  rights: rights ? JSON.parse(rights) : null,
  conditions: sendingConditions(filter ? JSON.parse(filter) : null, imported === 't'),
})

/** The conditions of a filter, and that events are of no import, unless the subscription asks for these. */
export const sendingConditions = (filter: EventFilter | null, imported: boolean): EventCondition[] => [
  ...(imported ? [] : [notImported]),
  ...conditionsOf(filter),
]

/**
 * Whether a subscription may send events of a type: its present masks match, and the last caller who set its url or
 * events may read them. A retry therefore sends nothing that only earlier masks or rights allowed.
 */
export const maySend = ({ masks, rights }: Sending, type: string): boolean =>
  takes(masks, type) && (rights === null || mayReceive(type, rights))

/** Whether it sends this event: {@link maySend}, and its present filter matches. */
export const sends = (sending: Sending, event: Stored & { type: string }): boolean =>
  maySend(sending, event.type) && matchesAll(sending.conditions, event)

/** The subscriptions of schools; read the rows with {@link subscriptionsOf}. */
export const subscriptionsStep = (schools: readonly string[]): Step =>
  step(
    `select s.school_id, s.id, s.version, l.number, s.url, s.active, s.ordered, s.events, s.sender_rights, s.filter, s.imported
     from webhooks.subscriptions s
     join webhooks.channels l on l.school_id = s.school_id and l.webhook_id = s.id where s.school_id = any($1::text[])`,
    [textArray(schools)],
  )

/** Subscriptions by school. */
export function subscriptionsOf(rows: readonly Fields[]): Map<string, Subscription[]> {
  const bySchool = new Map<string, Subscription[]>()
  for (const [school, id, version, channel, url, active, ordered, ...sending] of rows) {
    const list = bySchool.get(school!) ?? []
    if (list.length === 0) bySchool.set(school!, list)
    const [masks, rights, filter, imported] = sending
    list.push({
      id: id!,
      version: Number(version),
      channel: Number(channel),
      url: url!,
      active: active === 't',
      ordered: ordered === 't',
      ...sendingOf(masks, rights, filter, imported),
    })
  }
  return bySchool
}

export interface Addressed {
  type: string
  /** For system.webhook_failed: the failed subscription. */
  failed_webhook_id: string | null
}

/**
 * The subscriptions that may take events of a kind, before their filters. The event of an address's failure never goes
 * to that address.
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

/** The subscriptions that take an event. */
export const receiversOf = (event: Event, subscriptions: readonly Subscription[]): Subscription[] =>
  possibleReceiversOf(event, subscriptions).filter(({ conditions }) => matchesAll(conditions, event))

type Event = Addressed & Stored

/** {@link receiversOf} for many events: the parts independent of the single event are computed once. */
export function receiversOfMany(subscriptions: readonly Subscription[]): (event: Event) => Subscription[] {
  const byType = new Map<string, Subscription[]>()
  return event => {
    if (event.failed_webhook_id) return receiversOf(event, subscriptions)
    const possible = byType.get(event.type) ?? possibleReceiversOf(event, subscriptions)
    byType.set(event.type, possible)
    return possible.filter(({ conditions }) => matchesAll(conditions, event))
  }
}

/** The subscription whose failure an event reports; null for other events. */
export const failedWebhookOf = (type: string, related: Record<string, string>): string | null =>
  type === 'system.webhook_failed' ? (related.webhook_id ?? null) : null
