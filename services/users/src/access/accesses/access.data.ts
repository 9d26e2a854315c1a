import { rowsOfPerson } from '@lms/service-host'
import type { OwnPersonalData } from '../../people/users/personal-data.ts'
import { Access } from './access.contract.ts'

export const accessData: OwnPersonalData = {
  what: 'accesses to courses',
  on_merge: 'the person who stays has the accesses of both',
  needs: 'accesses:write',
  erased: null,
  kept: 'courses, sources and terms; open accesses are revoked',
  why: 'the orders that gave them are kept',
  // user.anonymized revokes open accesses, like user.deleted: see reactions/removed-people.ts.
  ...rowsOfPerson(({ accesses }) => accesses, 'accesses.user_id', Access),
  columns: ['accesses.user_id', 'order_places.user_id'],
  move: ({ from, into }, _, { accesses }) => accesses.reassign(from, into),
}
