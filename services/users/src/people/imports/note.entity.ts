import { column, tenantEntity } from '@lms/service-host'
import type { User } from '../users/user.contract.ts'

/** People as a dry run would leave them, by their contacts (`e …`, `p …`) and by id (`u …`), until it ends. */
export const ImportNoteEntity = tenantEntity(
  'users',
  'import_notes',
  {
    import_id: column.id<'imp'>().primary(),
    key: column.key().primary(),
    noted_id: column.id<'usr'>().primary(),
    person: column.json<User>().nullable(),
  },
  { archive: { never: 'notes of a dry run, until it ends', returns: 'empty' } },
)
