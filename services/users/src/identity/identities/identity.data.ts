import { rowsOfPerson } from '@lms/service-host'
import type { OwnPersonalData } from '../../people/users/personal-data.ts'
import { Identity } from './identity.contract.ts'
import { mayGiveLogin } from './identity.rules.ts'

export const identityData: OwnPersonalData = {
  what: 'login methods',
  on_merge: 'the person who stays signs in by the methods of both',
  needs: 'identities:write',
  erased: 'all of them',
  kept: null,
  why: null,
  ...rowsOfPerson(({ identities }) => identities, 'identities.user_id', Identity),
  move: ({ from, into }, _, { identities }) => identities.reassign(from, into),
  mayMove: mayGiveLogin,
  otherwise: {
    on_merge:
      'they are deleted, because the caller may not add a login method for the person who stays; add them again',
    drop: (id, { identities }) => identities.removeOf(id),
  },
  erase: (id, _, { identities }) => identities.removeOf(id),
}
