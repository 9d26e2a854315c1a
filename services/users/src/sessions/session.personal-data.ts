import type { PersonalData } from '../people/personal-data.ts'
import { Session } from './session.contract.ts'

export const sessionData: PersonalData = {
  what: 'sign-ins',
  on_merge: 'the sign-ins of the duplicate are closed: nobody gets the rights of another through them',
  needs: null,
  erased: 'all of them, with address and device; they are closed',
  kept: null,
  why: null,
  count: async (userId, { sessions }) => (await sessions.ofPerson(userId)).length,
  merge: (from, _, __, { sessions }) => sessions.closeOf(from.id),
  erase: ({ id }, _, { sessions }) => sessions.closeOf(id),
  data: async (userId, { sessions }) => (await sessions.ofPerson(userId)).map(row => Session.parse(row)),
}
