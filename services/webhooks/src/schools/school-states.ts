// Which schools are suspended: their webhooks wait. The registry tells every change as an internal message
// `{ kind: 'school', status: 'suspended' | 'active' }` on `internal.<school_id>.invalidate.site`; it is kept here, and on
// the school's lanes, where a claim sees it.
import { isId } from '@lms/contract'
import { consumeEach, invalidationSubject } from '@lms/events'
import { step, timeOfId, type Worker } from '@lms/service-host'
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
        const told = message.json<{ kind?: string; status?: string }>()
        const school = message.subject.split('.')[1] ?? ''
        const id = message.headers?.get('Nats-Msg-Id') ?? ''
        if (told.kind !== 'school' || !told.status || !isId('sch', school) || !isId('evt', id)) return
        await runtime.system.run([
          // Messages may come out of order, twice, or long afterwards; the latest told stands.
          step(
            `insert into webhooks.school_states as s (school_id, suspended, told_at) values ($1, $2, $3)
             on conflict (school_id) do update set suspended = excluded.suspended, told_at = excluded.told_at
             where s.told_at <= excluded.told_at`,
            [school, told.status === 'suspended' ? 't' : 'f', timeOfId(id).toISOString()],
          ),
          step(lockedLanes('webhooks.lanes l where l.school_id = $1', 'no key update'), [school]),
          step(
            `update webhooks.lanes l set suspended = s.suspended from webhooks.school_states s
             where l.school_id = $1 and s.school_id = $1 and l.suspended <> s.suspended`,
            [school],
          ),
        ])
        pokeDispatchers(runtime)
      },
      error => runtime.log.warn({ err: error }, 'the state of a school was not taken up; it is tried again'),
    ),
}
