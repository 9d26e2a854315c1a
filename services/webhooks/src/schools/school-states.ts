// Suspended schools: their webhooks wait. The registry publishes every change as an internal message `{ kind: 'school',
// status: 'suspended' | 'active' | 'erasing' }` on `internal.<school_id>.invalidate.site`. It is stored here, and in the school's
// channels for the claims. Once a minute this service also asks the registry.
import { randomBytes } from 'node:crypto'
import { isId } from '@lms/contract'
import { consumeEach, invalidationSubject } from '@lms/events'
import { type Runtime, type Step, scheduled, step, timeOfId, type Worker } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { lockedChannels } from '../locks.ts'
import { notifyDispatchers } from '../notifications.ts'

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
        await takeUp(runtime, school, { suspended: change.status !== 'active', since: timeOfId(id) })
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
      `insert into webhooks.school_states as s (school_id, suspended, told_at)
       select $1, $2::boolean, $3::timestamptz
       where not exists (select from webhooks.erased_schools e where e.school_id = $1)
       on conflict (school_id) do update set suspended = excluded.suspended, told_at = excluded.told_at
       where s.told_at <= excluded.told_at`,
      [school, suspended ? 't' : 'f', since.toISOString()],
    ),
    ...channelSteps(school),
  ])
  notifyDispatchers(runtime)
}

/** Channels `l` that do not have the state `s` of their school; those of deleted subscriptions stay awake until they end. */
const differentSql = `l.school_id = s.school_id and l.suspended <> s.suspended
  and exists (select from webhooks.subscriptions w where w.school_id = l.school_id and w.id = l.webhook_id)`

/** Give the channels of a school its state. */
const channelSteps = (school: string): Step[] => [
  step(lockedChannels('webhooks.channels l where l.school_id = $1', 'no key update'), [school]),
  step(
    `update webhooks.channels l set suspended = s.suspended from webhooks.school_states s
     where s.school_id = $1 and ${differentSql}`,
    [school],
  ),
]

/** Maximum schools of one run. */
const maxRepaired = 100

/**
 * A subscription that is created while the state of its school changes may get the previous state. A school without a
 * stored state was never suspended, so all its channels have the right one.
 */
async function repairChannels(runtime: Runtime): Promise<void> {
  const { system } = runtime
  const rows = await system.rows(
    step(
      `select distinct s.school_id from webhooks.school_states s join webhooks.channels l on ${differentSql} limit ${maxRepaired}`,
    ),
  )
  for (const [school] of rows) await system.run(channelSteps(school!))
  if (rows.length > 0) notifyDispatchers(runtime)
}

/**
 * A message this much older than the question may be newer than the answer: clocks differ, and it may be on its way.
 */
const newsMs = 60_000

/** The states of schools to whose subscribers nothing is sent. */
const closedStates = ['suspended', 'erasing'] as const

/**
 * Asks the registry which schools are suspended. A message is published once, and is lost with a stream that is
 * destroyed before it was read. Repairs channels first: for this the stored states are enough.
 */
export async function askForStates(runtime: Runtime): Promise<void> {
  await repairChannels(runtime)
  const { client, config, system, clock } = runtime
  if (!config.serviceAddresses.site) return
  const since = new Date(clock.now().getTime() - newsMs)
  const site = client('site', { registry }, { school: null, requestId: randomBytes(16).toString('hex') })
  const suspended = new Set<string>()
  for (const status of closedStates)
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = { status, sort: 'created_at', limit: 1000, ...(cursor && { cursor }) } as const
      const page = await site.registry.list({ query })
      for (const { id } of page.data) suspended.add(id)
      cursor = page.next_cursor
    }
  const rows = await system.rows(step('select school_id from webhooks.school_states where suspended'))
  const stored = new Set(rows.map(([school]) => school!))
  const differ = [...new Set([...suspended, ...stored])].filter(one => suspended.has(one) !== stored.has(one))
  for (const school of differ) await takeUp(runtime, school, { suspended: suspended.has(school), since })
}

export const askForStatesTask = scheduled('ask-for-school-states', '* * * * *', askForStates)
