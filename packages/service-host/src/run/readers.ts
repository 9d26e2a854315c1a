// The readers of messages, which a message must have reached before it leaves its outbox.
import { Absences, type Confirm, isAudit, type RelayPorts, type Standing, typeOfSubject } from '@lms/events'
import { confirmation, hostOperations } from '../kernel/host.contract.ts'
import type { Runtime } from '../work/runtime.ts'

/** The types to which a service reacts are asked again after this time: it may be another version by then. */
const reactionsKnownMs = 60_000

const scope = { school: null, requestId: '0'.repeat(32) }

/**
 * The readers of messages: of events, the journal and every service that reacts to them; of audit records, the service
 * area; of others, none. `services` are those that may react.
 */
export function readersOf(
  client: Runtime['client'],
  services: readonly string[],
  { onError, now }: Pick<RelayPorts, 'onError' | 'now'>,
): RelayPorts['readerOf'] {
  const ask = async (
    service: string,
    operation: ReturnType<typeof confirmation>,
    rows: readonly Standing[],
  ) => {
    const reader = client(service, { messages: { confirm: operation } }, scope)
    return (await reader.messages.confirm({ body: { ids: rows.map(({ id }) => id) } } as never)).kept
  }
  const reactions = reactionsAt(client, { onError, now })
  const journal: Confirm = async rows => {
    // Also of what the journal lacks: a service keeps in mind what it is asked about.
    const [storedIds, ...answers] = await Promise.all([
      ask('webhooks', confirmation('/internal/journal/confirm'), rows),
      ...services.map(service => reactions(service, rows)),
    ])
    const unhandled = new Set(answers.flatMap(answer => answer.unhandled))
    const lost = new Set(answers.flatMap(answer => answer.lost))
    return {
      stored: storedIds.filter(id => !unhandled.has(id)),
      waiting: storedIds.filter(id => unhandled.has(id) && !lost.has(id)),
    }
  }
  const audit: Confirm = async rows => ({
    stored: await ask('service', confirmation('/internal/audit/confirm'), rows),
    waiting: [],
  })
  return subject => {
    if (subject.startsWith('events.')) return journal
    return isAudit(subject) ? audit : null
  }
}

interface Unhandled {
  /** Ids of events that a reaction has still to process. */
  unhandled: readonly string[]
  /** Those of them that the bus does not bring any more. */
  lost: readonly string[]
}

const none: Unhandled = { unhandled: [], lost: [] }

/**
 * What the reactions of a service have still to process. Of a service that cannot be asked it is every event of the types
 * to which it last reacted, and every event where these are unknown: they wait, and all others do not.
 */
function reactionsAt(client: Runtime['client'], { onError, now }: Pick<RelayPorts, 'onError' | 'now'>) {
  const reactsTo = new Map<string, { types: ReadonlySet<string>; until: number }>()
  const absences = new Absences<string>(now)
  return async (service: string, rows: readonly Standing[]): Promise<Unhandled> => {
    const cached = reactsTo.get(service)
    const events = rows.map(({ id, subject }) => ({
      id,
      school_id: subject.split('.')[1]!,
      type: typeOfSubject(subject)!,
    }))
    const its = events.filter(({ type }) => !cached || cached.types.has(type))
    const candidates = cached && cached.until > now() ? its : events
    if (candidates.length === 0) return none
    const wait = { unhandled: its.map(({ id }) => id), lost: [] }
    if (absences.has(service)) return wait
    try {
      const reader = client(service, { hostOperations }, scope).hostOperations
      const { reacts_to, ...answer } = await reader.unhandled({ body: { events: candidates } } as never)
      reactsTo.set(service, { types: new Set(reacts_to), until: now() + reactionsKnownMs })
      absences.answered(service)
      return answer
    } catch (error) {
      absences.failed(service)
      onError(error)
      return wait
    }
  }
}
