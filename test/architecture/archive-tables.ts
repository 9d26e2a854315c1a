// Tables of schools without an entity. The others declare `archive` beside their columns.
export const ofHostNeverArchived: ReadonlyMap<string, string> = new Map([
  ['outbox', 'messages on their way'],
  ['outbox_set_aside', 'messages that the bus can never accept'],
  ['inbox', 'the events that reactions have processed here'],
  ['idempotency_keys', 'answers for repetitions of the last day'],
  ['tasks', 'work that waits, armed anew from rows'],
])

/** By `service.table`. */
export const neverArchived: Readonly<Record<string, string>> = {
  'webhooks.sequences': 'the greatest sequence of the journal, which the events have',
  'webhooks.lanes': 'a restored school delivers nothing of what happened before',
  'webhooks.cursors': 'a restored school delivers nothing of what happened before',
  'webhooks.due': 'deliveries that wait',
  'webhooks.health': 'counts of the attempts of the last hours',
  'webhooks.outcomes': 'counts of the attempts of the last hours',
  'webhooks.notices': 'notices about subscriptions that were sent',
  'webhooks.school_states': 'how far the dispatchers have come',
  'webhooks.erased_people': 'whose data an erasure has still to blank in the journal',
}

/** Names of columns that may be those of secrets. */
export const looksSecret = /seal|secret|token|hash|password|credential/

/** Columns of such names that are no secrets. */
export const shownThoughNamedSo: readonly string[] = [
  'users.agent_confirmations.hash',
  'commerce.payment_providers.secret_names',
  'service.usage_days.agent_tokens',
]
