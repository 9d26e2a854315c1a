import type { PersonalData } from '../people/personal-data.ts'

export const exportData: PersonalData = {
  what: 'exports of personal data',
  on_merge: 'those of the duplicate are deleted; export the person who stays again',
  needs: null,
  erased: 'all of them',
  kept: null,
  why: null,
  count: async (userId, { dataExports }) => (await dataExports.of(userId)).length,
  merge: (from, _into, _work, { dataExports }) => dataExports.removeOf(from.id),
  erase: ({ id }, _, { dataExports }) => dataExports.removeOf(id),
  // An export of exports would hold itself.
  data: async () => [],
}
