import { rowsOfPerson } from '@lms/service-host'
import type { OwnPersonalData } from '../../people/users/personal-data.ts'
import { Session } from './session.contract.ts'

export const sessionData: OwnPersonalData = {
  what: 'sign-ins',
  on_merge: 'the sessions of the duplicate are closed, so that nobody gets the permissions of another',
  needs: null,
  erased: 'all of them, with address and device; they are closed',
  kept: null,
  why: null,
  ...rowsOfPerson(({ sessions }) => sessions, 'sessions.user_id', Session),
  move: ({ from }, _, { sessions }) => sessions.closeOf(from),
  erase: (id, _, { sessions }) => sessions.closeOf(id),
}
