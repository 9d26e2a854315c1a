// The events that change what crm knows of people.
import { commerceContract } from '@lms/commerce/contract'
import { learningContract } from '@lms/learning/contract'
import { siteContract } from '@lms/site/contract'
import { usersContract } from '@lms/users/contract'

/** All events about a person: each may change what is true of them. */
export const personEvents = [usersContract, commerceContract, learningContract, siteContract]
  .flatMap(({ events }) => events)
  .filter(({ related }) => related.includes('user_id'))

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
