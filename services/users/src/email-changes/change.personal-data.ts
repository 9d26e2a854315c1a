import type { PersonalData } from '../people/personal-data.ts'

export const emailChangeData: PersonalData = {
  what: 'unconfirmed e-mail addresses',
  on_merge: 'that of the duplicate is withdrawn',
  needs: null,
  erased: 'all of them',
  kept: null,
  why: null,
  count: async (userId, { emailChanges }) => ((await emailChanges.find(userId)) ? 1 : 0),
  merge: ({ id }, _into, _work, { emailChanges }) => emailChanges.withdraw(id),
  erase: ({ id }, _, { emailChanges }) => emailChanges.withdraw(id),
  data: async (userId, { emailChanges }) => {
    const email = await emailChanges.pendingOf(userId)
    return email === null ? [] : [{ pending_email: email }]
  },
}
