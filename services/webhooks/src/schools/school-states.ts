// Suspended schools: their webhooks wait. The registry publishes every change as an internal message `{ kind: 'school',
// status: 'suspended' | 'active' }` on `internal.<school_id>.invalidate.site`. It is stored here, and in the school's
// lanes for the claims. Once a minute this service also asks the registry.
import { randomBytes } from 'node:crypto'
import { isId } from '@lms/contract'
import { consumeEach, invalidationSubject } from '@lms/events'
import { type Runtime, scheduled, step, timeOfId, type Worker } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { lockedLanes } from '../locks.ts'
import { pokeDispatchers } from '../pokes.ts'

const consumer = {
  stream: 'internal',
  durable: 'webhooks-school-states',
  subject: invalidationSubject('*', 'site'),
} as const

export const schoolStates: Worker = {
  name: 'school-states',
  bus: { consumes: [consumer] },
  start: async runtime =>
    consumeEach(
      runtime.bus,
      consumer,
      async message => {
        const change = message.json<{ kind?: string; status?: string }>()
        const school = message.subject.split('.')[1] ?? ''
        const id = message.headers?.get('Nats-Msg-Id') ?? ''
        if (change.kind !== 'school' || !change.status || !isId('sch', school) || !isId('evt', id)) return
        await takeUp(runtime, school, { suspended: change.status === 'suspended', since: timeOfId(id) })
      },
      error => runtime.log.warn({ err: error }, 'storing the state of a school failed and will be repeated'),
    ),
}

/** Messages may arrive out of order, twice, or late; the latest one counts. */
async function takeUp(
  runtime: Runtime,
  school: string,
  { suspended, since }: { suspended: boolean; since: Date },
): Promise<void> {
  await runtime.system.run([
    step(
      `insert into webhooks.school_states as s (school_id, suspended, told_at) values ($1, $2, $3)
       on conflict (school_id) do update set suspended = excluded.suspended, told_at = excluded.told_at
       where s.told_at <= excluded.told_at`,
      [school, suspended ? 't' : 'f', since.toISOString()],
    ),
    step(lockedLanes('webhooks.lanes l where l.school_id = $1', 'no key update'), [school]),
    step(
      `update webhooks.lanes l set suspended = s.suspended from webhooks.school_states s
       where l.school_id = $1 and s.school_id = $1 and l.suspended <> s.suspended`,
      [school],
    ),
  ])
  pokeDispatchers(runtime)
}

/**
 * A message this much older than the question may be newer than the answer: clocks differ, and it may be on its way.
 */
const newsMs = 60_000

/**
 * Asks the registry which schools are suspended. A message is published once, and is lost with a stream that is
 * destroyed before it was read.
 */
export async function askForStates(runtime: Runtime): Promise<void> {
  const { sibling, config, system, clock } = runtime
  if (!config.siblings.site) return
  const since = new Date(clock.now().getTime() - newsMs)
  const site = sibling('site', { registry }, { school: null, requestId: randomBytes(16).toString('hex') })
  const suspended = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { status: 'suspended', sort: 'created_at', limit: 1000, ...(cursor && { cursor }) } as const
    const page = await site.registry.list({ query })
    for (const { id } of page.data) suspended.add(id)
    cursor = page.next_cursor
  }
  const rows = await system.rows(step('select school_id from webhooks.school_states where suspended'))
  const known = new Set(rows.map(([school]) => school!))
  const differ = [...new Set([...suspended, ...known])].filter(one => suspended.has(one) !== known.has(one))
  for (const school of differ) await takeUp(runtime, school, { suspended: suspended.has(school), since })
}

export const askForStatesTask = scheduled('ask-for-school-states', '* * * * *', askForStates)
