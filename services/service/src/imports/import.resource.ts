import { builder } from '../builder.ts'
import { importsOfPerson } from './import.data.ts'
import { importHandlers } from './import.handlers.ts'
import { forgetImportTask, runImportTask } from './import.run.ts'

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
