// The events that scenarios begin with and wait for.
import { commerceContract } from '@lms/commerce/contract'
import { crmContract } from '@lms/crm/contract'
import { learningContract } from '@lms/learning/contract'
import { siteContract } from '@lms/site/contract'
import { usersContract } from '@lms/users/contract'
import { webinarsContract } from '@lms/webinars/contract'
import type { EventSchemas } from '../graph/check.ts'

/** All events about a person. */
export const personEvents = [
  usersContract,
  commerceContract,
  learningContract,
  siteContract,
  webinarsContract,
  crmContract,
]
  .flatMap(({ events }) => events)
  .filter(({ related }) => related.includes('user_id'))

/** The services and the types of the events from which follows what conditions ask. */
export const factEvents = {
  sources: ['users', 'commerce', 'learning', 'site', 'webinars', 'crm'],
  types: personEvents.map(({ type }) => type),
}

/** The events about a person by type, with the form of their objects. */
export const eventSchemas: EventSchemas = new Map(personEvents.map(({ type, object }) => [type, object]))
