import type { NeverArchived } from '@lms/service-host'

// Tables of schools without an entity. The others declare `archive` beside their columns.
export const ofHostNeverArchived: ReadonlyMap<string, string> = new Map([
  ['outbox', 'messages on their way'],
  ['outbox_set_aside', 'messages that the bus can never accept'],
  ['inbox', 'the events that reactions have processed here'],
  ['idempotency_keys', 'answers for repetitions of the last day'],
  ['erased_schools', 'schools of which nothing is there any more'],
])

/** Those whose rows leave and return by code of the host (`archived-tasks.ts`). */
export const ofHostArchived: ReadonlySet<string> = new Set(['tasks'])

/** By `service.table`. */
export const neverArchived: Readonly<Record<string, NeverArchived>> = {
  'webhooks.sequences': {
    never: 'the greatest sequence of the journal, which the events have',
    returns: 'rebuilt',
  },
  'webhooks.channels': {
    never: 'a restored school delivers nothing of what happened before',
    returns: 'rebuilt',
  },
  'webhooks.cursors': {
    never: 'a restored school delivers nothing of what happened before',
    returns: 'rebuilt',
  },
  'webhooks.due': { never: 'deliveries that wait', returns: 'empty' },
  'webhooks.health': { never: 'counts of the attempts of the last hours', returns: 'empty' },
  'webhooks.outcomes': { never: 'counts of the attempts of the last hours', returns: 'empty' },
  'webhooks.notices': { never: 'notices about subscriptions that were sent', returns: 'empty' },
  'webhooks.school_states': { never: 'how far the dispatchers have come', returns: 'empty' },
  'webhooks.erased_people': {
    never: 'whose data an event that is late could still bring into the journal',
    returns: 'empty',
  },
}

/** Names of columns that may be those of secrets. */
export const looksSecret = /seal|secret|token|hash|password|credential/

/** Columns of such names that leave in an archive: why. */
export const archivedDespiteName: Readonly<Record<string, string>> = {
  'users.agent_confirmations.hash': 'of a call, which the row has',
  'commerce.gifts.code_hash': 'of 78 random bits: who has the code redeems it after a restore',
  'commerce.payment_providers.secret_names': 'which secrets a connection needs',
  'crm.suppressions.address_hash': 'keyed, and of an address that is not written to',
  'crm.messages.address_hash': 'keyed, and of an address that the row mostly has',
}
