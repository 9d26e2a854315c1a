import { builder } from '../builder.ts'
import { packageExportHandlers, packageImportHandlers } from './package.handlers.ts'
import { endPackageTask } from './package.run.ts'

export const packageResource = builder.resource({
  handlers: [packageImportHandlers, packageExportHandlers],
  tasks: [endPackageTask],
})
