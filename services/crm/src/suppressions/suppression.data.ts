import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { Suppression } from './suppression.contract.ts'

export const suppressionsOfPerson = builder.personalData({
  what: 'suppressed addresses',
  on_merge: 'they become those of the person who stays',
  needs: 'suppressions:write',
  erased: 'addresses, comments',
  kept: 'a keyed hash of each address, topics, reasons',
  why: 'nobody may be written to who has said no, not even after a new import',
  ...rowsOfPerson(({ suppressions }: Stores) => suppressions, 'suppressions.user_id', Suppression),
  move: ({ from, into, erased }, _, { suppressions }) => {
    if (erased) suppressions.blankOf(from)
    suppressions.moveTo(into, from)
  },
  erase: (userId, _, { suppressions }) => suppressions.blankOf(userId),
})
