import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { importHandlers } from './import.handlers.ts'
import { Import } from './import.object.ts'
import { forgetImportTask, runImportTask } from './import.run.ts'

// The personal data of imports: who ordered them.
const importsOfPerson = builder.personalData({
  what: 'imports that they ordered',
  on_merge: 'they stay as they are: a record of who brought data in',
  needs: null,
  erased: 'the source of the consent',
  kept: 'counts, states, times, names of columns',
  why: 'the school must be able to show who brought data in',
  ...rowsOfPerson(({ imports }: Stores) => imports, 'imports.user_id', Import),
  erase: (userId, _, { imports }) => imports.blankOf(userId),
})

export const importResource = builder.resource({
  handlers: [importHandlers],
  tasks: [runImportTask, forgetImportTask],
  personalData: [importsOfPerson],
  used: { imports_limit_reached: ({ imports }, most) => imports.standing(most) },
  naming: {
    fil: (id, { imports }) => imports.naming(id),
    grp: (id, { imports }) => imports.naming(id),
    tag: (id, { imports }) => imports.naming(id),
  },
})
