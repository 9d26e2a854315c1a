import type { PersonalData } from '../people/personal-data.ts'
import { Access } from './access.contract.ts'

export const accessData: PersonalData = {
  what: 'accesses to courses',
  on_merge: 'the person who stays has the accesses of both',
  needs: 'accesses:write',
  erased: null,
  kept: 'courses, sources and terms; open accesses are revoked',
  why: 'the orders that gave them are kept',
  count: async (userId, { accesses }) => (await accesses.ofPerson(userId)).length,
  merge: (from, into, _, { accesses }) => accesses.reassign(from.id, into.id),

  // What user.anonymized brings about here, as user.deleted does: see reactions/gone-people.ts.
  erase: () => {},

  data: async (userId, { accesses }) => (await accesses.ofPerson(userId)).map(row => Access.parse(row)),
}
