// The events that change what crm knows of people.
import { commerceContract } from '@lms/commerce/contract'
import { learningContract } from '@lms/learning/contract'
import { siteContract } from '@lms/site/contract'
import { usersContract } from '@lms/users/contract'

/** All events about a person: each may change what is true of them. */
export const personEvents = [usersContract, commerceContract, learningContract, siteContract]
  .flatMap(({ events }) => events)
  .filter(({ related }) => related.includes('user_id'))

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
