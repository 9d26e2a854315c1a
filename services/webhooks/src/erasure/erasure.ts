// A person who was anonymized leaves the journal: their data in stored envelopes, and what receivers answered to
// them. In batches, each a transaction of its own that also moves the position, so that it goes on where it was.
import { randomBytes } from 'node:crypto'
import { isId } from '@lms/contract'
import {
  house as everyService,
  type Fields,
  inTurns,
  type Job,
  type Runtime,
  type Step,
  step,
  textArray,
} from '@lms/service-host'
import { userAnonymized } from '@lms/users/contract'
import { house } from '../house.ts'
import { joinJson, jsonTexts } from '../rows.ts'
import { erased, type Known, learn } from './erase.rules.ts'

const batchSize = 200
/** Batches of one person in a turn of their school. */
const batchesInTurn = 50
const turns = inTurns({
  table: 'webhooks.erasures',
  due: 'next_at',
  // When the event has reached the journal, all that came before it is there too.
  where: 'exists (select from webhooks.events e where e.school_id = q.school_id and e.id = q.event_id)',
})
/** The second pass finds the answers to sends that were on their way during the first. */
const passes = 2
const betweenSeconds = 120

/** For so long something of a person may still come: the stream keeps seven days, an outbox waits while it is full. */
const daysOfComing = 30

/** Notes that a person is to leave the journal. */
export const noteErasure = house.reaction('erasure', userAnonymized, async ({ event, work }) => {
  const user = event.data.object.id
  if (!isId('usr', user)) return
  work.write(
    `insert into webhooks.erasures (school_id, user_id, event_id, pass, own, position, next_at)
     values ($1, $2, $3, 1, false, 0, $4)
     on conflict (school_id, user_id) do update
       set event_id = excluded.event_id, pass = 1, own = false, position = 0, next_at = excluded.next_at`,
    [work.school, user, event.id, work.now],
  )
  work.write(
    `insert into webhooks.erased_people (school_id, user_id, till)
     values ($1, $2, $3::timestamptz + interval '${daysOfComing} days')
     on conflict (school_id, user_id) do update set till = excluded.till`,
    [work.school, user, work.now],
  )
})

interface Person {
  school: string
  user: string
}

/** Goes on with the erasures whose event has reached the journal: one person of each school in turn. */
export async function workErasures(runtime: Runtime): Promise<void> {
  let declared: Promise<Map<string, string[]>> | null = null
  await turns(runtime, async (school, now) => {
    const [row] = await runtime.system.rows(
      step(
        `select q.user_id from webhooks.erasures q
         where q.school_id = $1 and q.next_at <= $2 and exists (
           select from webhooks.events e where e.school_id = q.school_id and e.id = q.event_id)
         order by q.next_at limit 1`,
        [school, now],
      ),
    )
    if (!row) return
    const person = { school, user: row[0]! }
    declared ??= declaredOf(runtime)
    const known = { ...(await knownOf(person, runtime)), declared: await declared }
    for (let batch = 0; batch < batchesInTurn; batch++) if (await eraseBatch(person, known, runtime)) return
  })
}

/** What the events of all services say of people: for each type the paths of its object. One that is away is waited for. */
async function declaredOf({ sibling, config }: Runtime): Promise<Map<string, string[]>> {
  const scope = { school: null, requestId: randomBytes(16).toString('hex') }
  const answers = await Promise.all(
    Object.keys(config.siblings).map(name => sibling(name, { everyService }, scope).everyService.personal()),
  )
  return new Map(answers.flatMap(({ events }) => Object.entries(events)))
}

/** What is known of a person, and what events declare of people. */
interface Knowing extends Known {
  declared: ReadonlyMap<string, string[]>
}

/** What the person's own events still tell. These go last, so that a later start knows as much. */
async function knownOf({ school, user }: Person, { system }: Runtime): Promise<Known> {
  const known: Known = { contacts: new Set(), names: new Set() }
  for (let after = '0'; ; ) {
    const rows = await system.rows(
      step(
        `select sequence, payload from webhooks.events
         where school_id = $1 and object_id = $2 and type like 'user.%' and sequence > $3
         order by sequence limit ${batchSize}`,
        [school, user, after],
      ),
    )
    for (const [, payload] of rows) learn(known, payload!)
    if (rows.length < batchSize) return known
    after = rows.at(-1)![0]!
  }
}

/** One batch; true when nothing is left for now. */
function eraseBatch(person: Person, known: Knowing, { system, clock }: Runtime): Promise<boolean> {
  const { school, user } = person
  return system.transaction(async send => {
    const [held] = await send([
      step(
        `select pass, own, position from webhooks.erasures
         where school_id = $1 and user_id = $2 and next_at <= $3 for update`,
        [school, user, clock.now().toISOString()],
      ),
    ])
    const row = held!.rows[0]
    if (!row) return true
    const [pass, own, position] = [Number(row[0]), row[1] === 't', row[2]!]
    const [found] = await send([eventsStep(person, own, position)])
    const events = found!.rows
    const last = events.length < batchSize
    await send([
      ...(events.length ? eraseSteps(school, events, known) : []),
      moveStep(person, { pass, own, last, position: events.at(-1)?.[1] ?? position, now: clock.now() }),
    ])
    return last && own
  })
}

const eventsStep = ({ school, user }: Person, own: boolean, position: string): Step =>
  step(
    `select id, sequence, payload, type from webhooks.events
     where school_id = $1 and (user_id = $2 or object_id = $2) and sequence > $3
       and (object_id is not distinct from $2 and type like 'user.%') = $4
     order by sequence limit ${batchSize}`,
    [school, user, position, own ? 't' : 'f'],
  )

function eraseSteps(school: string, events: readonly Fields[], known: Knowing): Step[] {
  const ids = events.map(([id]) => id!)
  return [
    // In order, as another may erase what relates to two people at once.
    step(
      'select 1 from webhooks.events where school_id = $1 and id = any($2::text[]) order by id for no key update',
      [school, textArray(ids)],
    ),
    step(
      `select 1 from webhooks.deliveries d
       where d.school_id = $1 and d.event_id = any($2::text[]) and d.response_body is not null
       order by d.id for no key update`,
      [school, textArray(ids)],
    ),
    step(
      `select 1 from webhooks.deliveries d
       join webhooks.attempts a on a.school_id = d.school_id and a.delivery_id = d.id
       where d.school_id = $1 and d.event_id = any($2::text[]) order by a.id for no key update of a`,
      [school, textArray(ids)],
    ),
    step(
      `update webhooks.events e set payload = n.payload
       from unnest($2::text[], ${jsonTexts('$3')}) n(id, payload)
       where e.school_id = $1 and e.id = n.id and e.payload <> n.payload`,
      [
        school,
        textArray(ids),
        joinJson(
          events.map(([, , payload, type]) => erased(payload!, known, known.declared.get(type!) ?? [])),
        ),
      ],
    ),
    step(
      `update webhooks.deliveries set response_body = null
       where school_id = $1 and event_id = any($2::text[]) and response_body is not null`,
      [school, textArray(ids)],
    ),
    step(
      `update webhooks.attempts a set response_body = null from webhooks.deliveries d
       where d.school_id = $1 and d.event_id = any($2::text[])
         and a.school_id = d.school_id and a.delivery_id = d.id and a.response_body is not null`,
      [school, textArray(ids)],
    ),
  ]
}

/** First the events that relate to the person, then the person's own; then the next pass, or the end. */
function moveStep(
  { school, user }: Person,
  {
    pass,
    own,
    last,
    position,
    now,
  }: { pass: number; own: boolean; last: boolean; position: string; now: Date },
): Step {
  if (last && own && pass >= passes)
    return step('delete from webhooks.erasures where school_id = $1 and user_id = $2', [school, user])
  const next = last && own ? new Date(now.getTime() + betweenSeconds * 1000) : now
  return step(
    `update webhooks.erasures set pass = $3, own = $4, position = $5, next_at = $6
     where school_id = $1 and user_id = $2`,
    [
      school,
      user,
      String(last && own ? pass + 1 : pass),
      (last ? !own : own) ? 't' : 'f',
      last ? '0' : position,
      next.toISOString(),
    ],
  )
}

export const erasuresJob: Job = { name: 'erase-people', everySeconds: 2, run: workErasures }
