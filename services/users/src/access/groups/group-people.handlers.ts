import { groupPeople } from '@lms/contract'
import { builder } from '../../builder.ts'

export const groupPeopleHandlers = builder.implement(groupPeople, {
  changed: ({ body }, { groupPeople }) => groupPeople.changed(body.since, body.after),
})
