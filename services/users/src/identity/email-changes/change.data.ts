import { pageOfFew } from '@lms/service-host'
import type { OwnPersonalData } from '../../people/users/personal-data.ts'

export const emailChangeData: OwnPersonalData = {
  what: 'unconfirmed e-mail addresses',
  on_merge: 'that of the duplicate is withdrawn',
  needs: null,
  erased: 'all of them',
  kept: null,
  why: null,
  columns: ['email_changes.id', 'recent_mails.id'],
  count: async (userId, { emailChanges }) => ((await emailChanges.find(userId)) ? 1 : 0),
  move: ({ from }, _, { emailChanges }) => emailChanges.withdraw(from),
  erase: (id, _, { emailChanges }) => emailChanges.withdraw(id),
  items: async (id, page, { emailChanges }) => {
    const email = await emailChanges.pendingOf(id)
    return pageOfFew(email === null ? [] : [{ id, pending_email: email }], page)
  },
}
