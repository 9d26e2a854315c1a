import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { RegistrationRecord } from './registration.contract.ts'

export const registrationsOfPerson = builder.personalData({
  what: 'webinar registrations',
  on_merge: 'they move; two for one session become one',
  needs: 'webinar-registrations:write',
  erased: null,
  kept: 'sessions, states, times',
  why: 'ids and times alone name nobody',
  ...rowsOfPerson(({ registrations }: Stores) => registrations, 'registrations.user_id', RegistrationRecord),
  move: ({ from, into }, _, { registrations, roomEvents }) => {
    registrations.moveTo(into, from)
    roomEvents.cut(from)
  },
})
