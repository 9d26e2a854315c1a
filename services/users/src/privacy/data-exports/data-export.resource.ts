import { builder } from '../../builder.ts'
import { dataExportHandlers, fileOfExport, waitingExports } from './export.handlers.ts'
import { buildExportTask, removeExportTask } from './export.run.ts'

export const dataExportResource = builder.resource({
  handlers: [dataExportHandlers],
  tasks: [buildExportTask(), removeExportTask],
  used: { too_many_exports: ({ dataExports }, most) => dataExports.standing(most, waitingExports) },
  files: { job: fileOfExport },
})
