import { migration } from '@lms/service-host'

export const exportFailures = migration(
  '033-export-failures',
  `
alter table users.data_exports add column failure text collate "C" check (failure in ('too_large', 'unavailable'));
`,
)
