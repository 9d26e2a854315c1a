// At most once: a message is marked `handing` in one transaction, and leaves in the call after it. Where that call runs again,
// an earlier run may have handed over: a transport that recognizes repetitions gets the message again, of others the
// message becomes `unknown`.
import { Refused } from '@lms/contract'
import type { OutsideRuntime } from '@lms/service-host'
import type { User } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { fillIn } from '../content/filler.ts'
import type { Filled, Source } from '../content/source.ts'
import { type SchoolValues, schoolValues, valuesFor } from '../content/values.ts'
import { readConsents } from '../messages/consents.ts'
import { handOver } from '../messages/hand-over.task.ts'
import { mostText } from '../messages/message.object.ts'
import type { MessageRow } from '../messages/message.store.ts'
import { readPeople } from '../people/read.ts'
import type { CrmSettings } from '../settings/crm-settings.ts'
import { transports } from '../transports/transports.ts'
import type { Ended } from './ended.ts'
import { framed } from './frame.ts'
import { markNext } from './mark.ts'
import { record } from './record.ts'
import { unsubscribeToken } from './unsubscribe.link.ts'

interface Request {
  group: MessageRow[]
  users: Map<string, User>
  consents: Map<string, Set<string>>
  school: SchoolValues
  settings: CrmSettings
  /** An earlier run of this call may have handed over. */
  repeated: boolean
}

export const handOverCall = builder.externalCall(handOver, {
  prepare: async ({ payload, state, failures, ...at }, { messages, settings }): Promise<Request> => {
    const [marked, next, values] = await Promise.all([
      messages.many(state?.ids ?? []),
      messages.many([payload.message_id]),
      settings.get(),
    ])
    const ids = [...new Set([...marked, ...next].map(({ user_id }) => user_id))]
    const [users, consents, school] = await Promise.all([
      readPeople(ids, at),
      readConsents(ids, at),
      schoolValues(at),
    ])
    const group = marked.filter(({ status }) => status === 'handing')
    return { group, users, consents, school, settings: values, repeated: failures > 0 }
  },

  call: async (request, { runtime, signal, school }) => {
    const contents = await contentsOf(request, school)
    const ended = new Map<string, Ended>()
    for (const message of request.group) {
      const content = contents.get(message.id)!
      ended.set(message.id, await endOf(message, content, request, { runtime, signal, id: school }))
    }
    return { ...request, ended }
  },

  finish: async ({ payload, outcome, ...at }, stores) => {
    await record(outcome, at, stores)
    const { ids, waitsUntil } = await markNext([payload.message_id], outcome, at, stores)
    if (ids.length > 0) return { state: { ids } }
    return waitsUntil ? { state: { ids: [] }, at: waitsUntil } : undefined
  },
})

/** The filled contents, by message; an error in place of one that cannot be filled in. */
async function contentsOf(
  { group, users, school }: Request,
  id: string,
): Promise<Map<string, Filled | { error: string }>> {
  const found = new Map<string, Filled | { error: string }>()
  const same = Map.groupBy(group, ({ content }) => JSON.stringify(content))
  for (const messages of same.values()) {
    const source = messages[0]!.content as Source | null
    const people = messages.map(({ user_id, variables }) =>
      valuesFor(users.get(user_id) ?? null, school, variables ?? {}),
    )
    const results = source ? await filledOrNot(source, people, id) : messages.map(() => ({ error: 'erased' }))
    for (const [index, { id }] of messages.entries()) found.set(id, results[index]!)
  }
  return found
}

async function filledOrNot(
  source: Source,
  people: Parameters<typeof fillIn>[0]['people'],
  school: string,
): Promise<(Filled | { error: string })[]> {
  try {
    // Tasks are few already: what others fill in is no reason to drop a message.
    return (await fillIn({ source, people }, school, { patient: true })).results
  } catch (error) {
    // One that takes too long is given up, and not tried again.
    if (error instanceof Refused) return people.map(() => ({ error: error.message }))
    throw error
  }
}

async function endOf(
  message: MessageRow,
  content: Filled | { error: string },
  { users, settings, school, repeated }: Request,
  { runtime, signal, id }: { runtime: OutsideRuntime; signal: AbortSignal; id: string },
): Promise<Ended> {
  const { transport: kind, address, topic } = message
  const dropped = (answer: string): Ended => ({
    status: 'dropped',
    answer: answer.slice(0, 500),
    filled: null,
  })
  if ('error' in content) return dropped(content.error)
  if (content.missing.length) return dropped(`Without a value: ${content.missing.join(', ')}`)
  if (kind === 'in_app' && content.text.length > mostText)
    return dropped(`An in-app message has at most ${mostText} characters.`)
  const transport = transports[kind]
  if (repeated && !transport.repeats) return { status: 'unknown', filled: content }
  const isService = settings.topics.some(({ key, basis }) => key === topic && basis === 'service')
  const unsubscribeUrl = isService
    ? null
    : `${school.url}/unsubscribe/${unsubscribeToken(message.id, id, runtime.vault)}`
  const locale = users.get(message.user_id)?.locale ?? 'en'
  const whole = kind === 'email' ? framed(content, locale, unsubscribeUrl) : content
  try {
    const finished = { ...whole, id: message.id, to: address!, unsubscribeUrl }
    const outcome = await transport.handOver(finished, { runtime, signal, settings, school })
    return { ...outcome, filled: content }
  } catch (error) {
    runtime.log.warn({ err: error, message_id: message.id }, 'a message may have left, or not')
    return { status: 'unknown', filled: content }
  }
}
