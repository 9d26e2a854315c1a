import type { PersonalData } from '../people/personal-data.ts'
import { Session } from './session.contract.ts'

export const sessionData: PersonalData = {
  what: 'sign-ins',
  on_merge: 'the sessions of the duplicate are closed, so that nobody gets the permissions of another',
  needs: null,
  erased: 'all of them, with address and device; they are closed',
  kept: null,
  why: null,
  count: async (userId, { sessions }) => (await sessions.ofPerson(userId)).length,
  merge: (from, _, __, { sessions }) => sessions.closeOf(from.id),
  erase: ({ id }, _, { sessions }) => sessions.closeOf(id),
  data: async (userId, { sessions }) => (await sessions.ofPerson(userId)).map(row => Session.parse(row)),
}
