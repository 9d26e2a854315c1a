import { builder } from '../../builder.ts'
import { exportCourseTask } from './export.run.ts'
import { importCourseTask } from './import.run.ts'
import { coursePackageHandlers } from './package.handlers.ts'
import { takeBackImportTask } from './undo-import.ts'

export const packageResource = builder.resource({
  handlers: [coursePackageHandlers],
  tasks: [importCourseTask, takeBackImportTask, exportCourseTask],
})
