// A participant in the room of a session, for specs.
import { somePageVisit, type TestSystem } from '@lms/testing'
import { rooms } from '../rooms/room.contract.ts'
import { schoolWithSession } from './webinars.ts'

export const someVisit = { ...somePageVisit, problem: null }
export const poll = { key: 'often', kind: 'poll' as const, title: 'How often?', options: ['Daily', 'Weekly'] }
/** Text with these parts, one after the other. */
export const includes = (...parts: string[]) =>
  expect.stringMatching(
    new RegExp(parts.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')),
  )

/** A school with a session in which Ann takes part; `door` is what the gateway asks. */
export async function enteredIn(system: TestSystem, fields: object = {}) {
  const school = await schoolWithSession(system, fields)
  const { api, caller, people, register } = school
  const ann = await people.users.create({ body: { email: 'ann@school.example', first_name: 'Ann' } })
  const registration = await register(ann.id)
  const token = registration.entry_path!.slice('/rooms/'.length)
  const scope = { as: 'gateway', school: caller.school }
  const door = system.internal('webinars', { rooms }, scope).rooms
  const start = () => api.webinarSessions.start(school)
  const finish = () => api.webinarSessions.finish(school)
  const show = () => door.show({ body: { ...someVisit, token } })
  const beat = (position_seconds: number | null = null) => door.beat({ body: { token, position_seconds } })
  const attended = async () =>
    (await school.events('webinar.attended')).map(({ data }) => [
      data.object.live_seconds,
      data.object.recording_percent,
    ])
  return { ...school, ann, registration, token, door, start, finish, show, beat, attended }
}
