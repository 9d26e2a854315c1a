import { rowsOfPerson } from '@lms/service-host'
import type { OwnPersonalData } from '../users/personal-data.ts'
import { Lead } from './lead.contract.ts'

export const leadData: OwnPersonalData = {
  what: 'effects of form submissions',
  on_merge: 'they can no longer be taken back',
  needs: null,
  erased: 'which submissions gave what',
  kept: null,
  why: null,
  ...rowsOfPerson(({ leads }) => leads, 'leads.user_id', Lead),
  move: ({ from }, _, { leads }) => leads.forgetOf(from),
  erase: (id, _, { leads }) => leads.forgetOf(id),
}
