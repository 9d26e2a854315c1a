// The events that change what crm knows of people.
import { commerceContract } from '@lms/commerce/contract'
import type { EventType } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { siteContract } from '@lms/site/contract'
import { usersContract } from '@lms/users/contract'
import { webinarsContract } from '@lms/webinars/contract'
import { messageBounced, messageSent } from '../messages/message-events.ts'
import { messageReceived } from '../messages/received-event.ts'
import { messageUnsubscribed } from '../suppressions/unsubscription.ts'
import { messageClicked, messageOpened } from '../tracking/tracking-events.ts'
import { propertiesOfType } from './event-properties.ts'

/** Own events about messages; that one was delivered says nothing beyond that it was sent. */
const ofMessages: readonly EventType[] = [
  messageSent,
  messageOpened,
  messageClicked,
  messageBounced,
  messageUnsubscribed,
  messageReceived,
]

/** All events about a person: each may change what is true of them. */
export const personEvents: readonly EventType[] = [
  ...[usersContract, commerceContract, learningContract, siteContract, webinarsContract].flatMap(
    ({ events }): readonly EventType[] => events,
  ),
  ...ofMessages,
].filter(({ related }) => (related as readonly string[]).includes('user_id'))

/** The services whose events these are. */
export const eventSources = ['users', 'commerce', 'learning', 'site', 'webinars', 'crm']

const typesOf = ({ events }: { events: readonly { type: string }[] }) => events.map(({ type }) => type)

/** Users say everything else that is true of a person by events of their own. */
const ofUsers = new Set(typesOf(usersContract))
/** Those after which people may have paid another sum: money came or went, or an order passed to another person. */
const ofSpending = new Set([
  'user.merged',
  'order.updated',
  'order.paid',
  'order.part_paid',
  'order.refunded',
  'payment.succeeded',
  'payment.refunded',
  'payment.disputed',
])

/** Whether what is true of a person may be different after such an event; after all others only that they happened. */
export const changesPresent = (type: string) => ofUsers.has(type) || ofSpending.has(type)
/** Whether the person may have paid another sum. */
export const changesSpending = (type: string) => ofSpending.has(type)

/** Those that say that fields changed and nothing else, or that the person is gone: a rule reads the fields. */
const ofFields = new Set([
  'user.created',
  'user.updated',
  'user.deleted',
  'user.merged',
  'user.anonymized',
  'order.updated',
])

/** The types of events that rules count. */
export const countedTypes = personEvents.flatMap(({ type }) => (ofFields.has(type) ? [] : [type])).sort()

const isCounted = new Set(countedTypes)
export const countsAsEvent = (type: string) => isCounted.has(type)

/** The properties of the events that rules count, by type. */
export const countedProperties = new Map(
  personEvents.filter(({ type }) => isCounted.has(type)).map(each => [each.type, propertiesOfType(each)]),
)
