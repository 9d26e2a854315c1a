import { migration } from '@lms/service-host'

export const mergedPeople = migration(
  '010-merged-people',
  `
alter table commerce.people add column merged_into text collate "C";
`,
)
