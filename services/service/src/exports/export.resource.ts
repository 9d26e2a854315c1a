import { builder } from '../builder.ts'
import { exportsOfPerson } from './export.data.ts'
import { exportHandlers } from './export.handlers.ts'
import { buildExportTask, expireExportTask } from './export.run.ts'

export const exportResource = builder.resource({
  handlers: [exportHandlers],
  tasks: [buildExportTask, expireExportTask],
  personalData: [exportsOfPerson],
  used: {
    exports_limit_reached: ({ exports }, most) => exports.standing(most),
  },
})
