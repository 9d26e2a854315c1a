import type { OwnPersonalData } from '../../people/users/personal-data.ts'

export const exportData: OwnPersonalData = {
  what: 'exports of personal data',
  on_merge: 'those of the duplicate are deleted; export the person who stays again',
  needs: null,
  erased: 'all of them',
  kept: null,
  why: null,
  columns: ['data_exports.user_id'],
  count: async (userId, { dataExports }) => (await dataExports.of(userId)).length,
  move: ({ from }, _, { dataExports }) => dataExports.removeOf(from),
  erase: (id, _, { dataExports }) => dataExports.removeOf(id),
  // An export of exports would contain itself.
  items: async () => [],
}
