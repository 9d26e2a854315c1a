// Schools with webinars, for specs.
import { type Caller, type Envelope, type Id, newId } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { webinarsContract } from '../contract.ts'

/** A school with an open webinar and a session to come. */
export async function schoolWithSession(system: TestSystem, fields: object = {}, caller = system.caller()) {
  const clientOf = (who: Caller) => system.client('webinars', webinarsContract.resources, who)
  const api = clientOf(caller)
  const people = system.client('users', usersContract.resources, caller)
  const webinar = await api.webinars.create({ body: { title: 'Colour' } })
  const schedule = (more: object = {}) =>
    api.webinarSessions.create({
      body: { webinar_id: webinar.id, starts_at: '2027-01-15T18:00:00.000+01:00', ...more },
    })
  const session = await schedule(fields)
  const path = { id: session.id }
  const person = async () => (await people.users.create({ body: { email: `${newId('usr')}@school.org` } })).id
  const register = (user_id: Id<'usr'>, session_id = session.id) =>
    api.webinarRegistrations.create({ body: { session_id, user_id } })
  const student = (user: Id<'usr'>) =>
    clientOf(system.caller({ school: caller.school, role: 'student', user }))
  const page = clientOf({ ...caller, key: newId('key'), kind: 'publishable', role: 'student' })
  /** The events of the school with these types, the oldest first. */
  const events = async (prefix = 'webinar.'): Promise<Envelope<any>[]> => {
    const rows = await system.services.webinars!.runtime.system.rows({
      statement: {
        name: '',
        text: 'select payload from webinars.outbox where school_id = $1 order by position',
      },
      values: [caller.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!)).filter(({ type }) => type?.startsWith(prefix))
  }
  return { caller, api, people, webinar, session, path, schedule, person, register, student, page, events }
}
