// Erases an anonymized person from the journal: personal data in stored envelopes, and answers of receivers. In
// batches, each a step of a task, so that it continues where it was.
import { randomBytes } from 'node:crypto'
import { type Id, id, isId } from '@lms/contract'
import {
  enqueue,
  hostOperations as everyService,
  type Fields,
  type SchoolRuntime,
  task,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import { z } from 'zod'
import { builder } from '../builder.ts'
import { joinJson, jsonTexts } from '../rows.ts'
import { erased, type Identifiers, learn, maskFilter, mentions, wordsOf } from './erase.rules.ts'

/** Erases an anonymized person from the journal. Its tries last for days. */
const erasePerson = task('erase-person', {
  payload: z.object({ user_id: id('usr'), event_id: id('evt') }),
  state: z.object({ pass: z.int(), own: z.boolean(), position: z.int() }),
  attempts: 50,
  longestPause: 600,
  counted: false,
})

const batchSize = 200
/** The second pass finds the answers to sends with what was read before the first. */
const passes = 2
/**
 * A send may begin 30 s after its event was read (`maxAgeMs` in `channel.ts`): they change together. The rest is for the
 * turn of a large event (15 s), the send (11 s), this task's step (30 s), and a slow statement (15 s) that reads the
 * event, and one that logs the answer: 116 s.
 */
const betweenSeconds = 120
/** The pause between two checks whether the event has reached the journal. */
const waitSeconds = 2
/** How long the declarations of services are cached: a service may be another version by then. */
const declaredMs = 60_000
const declarations = new WeakMap<object, { declared: ReadonlyMap<string, string[]>; until: number }>()

/** How long events of a person may still arrive: the stream keeps seven days, and an outbox waits while it is full. */
const daysOfComing = 30

/** Records that a person is to be erased from the journal, once the event has reached it. */
export function noteErasure(user: string, work: UnitOfWork): void {
  const { causeId } = work.origin
  if (!isId('usr', user) || !isId('evt', causeId ?? '')) return
  enqueue(work, erasePerson, { user_id: user, event_id: causeId as Id<'evt'> }, { key: user })
  work.write(
    `insert into webhooks.erased_people (school_id, user_id, till)
     values ($1, $2, $3::timestamptz + interval '${daysOfComing} days')
     on conflict (school_id, user_id) do update set till = excluded.till`,
    [work.school, user, work.now],
  )
}

/** A batch: first the events that relate to the person, then the person's own; then the next pass, or the end. */
export const erasePersonTask = builder.task(erasePerson, async ({ payload, state, work, runtime }) => {
  const { user_id: user, event_id } = payload
  const at = state ?? { pass: 1, own: false, position: 0 }
  const after = (seconds: number) => new Date(work.origin.now.getTime() + seconds * 1000)
  const declared = await declaredOf(runtime)
  // One at a time in a school: an event may contain data of two people.
  const [, here] = await Promise.all([
    work.lock(`select pg_advisory_xact_lock(hashtextextended('webhooks erasures' || $1, 0))`, [work.school]),
    work.read('select 1 from webhooks.events where school_id = $1 and id = $2', [work.school, event_id]),
  ])
  // When the event has reached the journal, all earlier ones have, too.
  if (here.rows.length === 0) return { state: at, at: after(waitSeconds) }
  const identifiers = await knownOf(user, work)
  const events = await eventsOf(user, identifiers, at, work)
  if (events.length) erase(events, { ...identifiers, declared }, work)
  if (events.length === batchSize) return { state: { ...at, position: Number(events.at(-1)![1]) } }
  // Before the person's own events, which tell what they were known by.
  if (!at.own) {
    await eraseFromSubscriptions(identifiers, work)
    return { state: { ...at, own: true, position: 0 } }
  }
  if (at.pass < passes)
    return { state: { pass: at.pass + 1, own: false, position: 0 }, at: after(betweenSeconds) }
  return undefined
})

/**
 * The personal data in the events of all services: for each type the paths of its object. Waits for an unavailable
 * service.
 */
async function declaredOf({ client, config, clock }: SchoolRuntime): Promise<ReadonlyMap<string, string[]>> {
  const cached = declarations.get(config)
  const now = clock.now().getTime()
  if (cached && cached.until > now) return cached.declared
  const scope = { school: null, requestId: randomBytes(16).toString('hex') }
  const answers = await Promise.all(
    Object.keys(config.serviceAddresses).map(name =>
      client(name, { everyService }, scope).everyService.personal(),
    ),
  )
  const declared = new Map(answers.flatMap(({ events }) => Object.entries(events)))
  declarations.set(config, { declared, until: now + declaredMs })
  return declared
}

/** The known contacts and names of a person, and the declarations of events. */
interface Knowing extends Identifiers {
  declared: ReadonlyMap<string, string[]>
}

/**
 * Its events tell one person of others: what an agent proposes about them. An index of its own finds these events, and they
 * are searched for the person.
 */
const aboutOthers = 'system.agent_confirmation_requested'

/** The data in the person's own events. These are erased last, so that a later start knows as much. */
async function knownOf(user: string, work: UnitOfWork): Promise<Identifiers> {
  const identifiers: Identifiers = { contacts: new Set(), names: new Set() }
  for (let after = '0'; ; ) {
    const { rows } = await work.read(
      `select sequence, payload from webhooks.events
         where school_id = $1 and object_id = $2 and type like 'user.%' and sequence > $3
         order by sequence limit ${batchSize}`,
      [work.school, user, after],
    )
    for (const [, payload] of rows) learn(identifiers, payload!)
    if (rows.length < batchSize) return identifiers
    after = rows.at(-1)![0]!
  }
}

/** The next events that relate to a person, or the person's own. */
async function eventsOf(
  user: string,
  identifiers: Identifiers,
  { own, position }: { own: boolean; position: number },
  work: UnitOfWork,
): Promise<Fields[]> {
  const words = own ? [] : [user, ...wordsOf(identifiers)]
  const { rows } = await work.read(
    `(select id, sequence, payload, type from webhooks.events
      where school_id = $1 and (user_id = $2 or object_id = $2) and sequence > $3
        and (object_id is not distinct from $2 and type like 'user.%') = $4
      order by sequence limit ${batchSize})
     union
     (select id, sequence, payload, type from webhooks.events
      where school_id = $1 and type = '${aboutOthers}' and sequence > $3
        and exists (select from unnest($5::text[]) word where position(word in lower(payload)) > 0)
      order by sequence limit ${batchSize})
     order by sequence limit ${batchSize}`,
    [work.school, user, String(position), own ? 't' : 'f', textArray(words)],
  )
  return rows
}

function erase(events: readonly Fields[], identifiers: Knowing, work: UnitOfWork): void {
  const { school } = work
  const ids = events.map(([id]) => id!)
  // In order, because another task may erase events of two people at once.
  work.write(
    'select 1 from webhooks.events where school_id = $1 and id = any($2::text[]) order by id for no key update',
    [school, textArray(ids)],
  )
  work.write(
    `select 1 from webhooks.deliveries d
     where d.school_id = $1 and d.event_id = any($2::text[]) and d.response_body is not null
     order by d.id for no key update`,
    [school, textArray(ids)],
  )
  work.write(
    `select 1 from webhooks.deliveries d
       join webhooks.attempts a on a.school_id = d.school_id and a.delivery_id = d.id
       where d.school_id = $1 and d.event_id = any($2::text[]) order by a.id for no key update of a`,
    [school, textArray(ids)],
  )
  work.write(
    `update webhooks.events e set payload = n.payload
       from unnest($2::text[], ${jsonTexts('$3')}) n(id, payload)
       where e.school_id = $1 and e.id = n.id and e.payload <> n.payload`,
    [
      school,
      textArray(ids),
      joinJson(
        events.map(([, , payload, type]) =>
          erased(payload!, identifiers, identifiers.declared.get(type!) ?? []),
        ),
      ),
    ],
  )
  work.write(
    `update webhooks.deliveries set response_body = null
     where school_id = $1 and event_id = any($2::text[]) and response_body is not null`,
    [school, textArray(ids)],
  )
  work.write(
    `update webhooks.attempts a set response_body = null from webhooks.deliveries d
       where d.school_id = $1 and d.event_id = any($2::text[])
         and a.school_id = d.school_id and a.delivery_id = d.id and a.response_body is not null`,
    [school, textArray(ids)],
  )
}

/** Descriptions that mention the person go, conditions with their e-mail or phone are masked. */
async function eraseFromSubscriptions(identifiers: Identifiers, work: UnitOfWork): Promise<void> {
  const { rows } = await work.lock(
    `select id, description, filter from webhooks.subscriptions
     where school_id = $1 and (description is not null or filter is not null) order by id for update`,
    [work.school],
  )
  for (const [id, description, filter] of rows) {
    const mentioned = description != null && mentions(description, identifiers)
    const masked = maskFilter(filter ? JSON.parse(filter) : null, identifiers)
    if (!mentioned && !masked) continue
    work.write(
      `update webhooks.subscriptions set description = $3, filter = $4, version = version + 1, updated_at = $5
       where school_id = $1 and id = $2`,
      [
        work.school,
        id!,
        mentioned ? null : (description ?? null),
        masked ? JSON.stringify(masked) : (filter ?? null),
        work.now,
      ],
    )
  }
}
