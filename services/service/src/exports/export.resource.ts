import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { exportHandlers } from './export.handlers.ts'
import { Export } from './export.object.ts'
import { buildExportTask, expireExportTask } from './export.run.ts'

// The personal data of exports: who ordered them, and what their queries name.
const exportsOfPerson = builder.personalData({
  what: 'exports that they ordered',
  on_merge: 'they stay as they are: a record of who took data out',
  needs: null,
  erased: 'queries and warnings',
  kept: 'lists, states, times; files go within a day',
  why: 'the school must be able to show who took data out',
  ...rowsOfPerson(({ exports }: Stores) => exports, 'exports.user_id', Export.omit({ download_url: true })),
  erase: (userId, _, { exports }) => exports.blankOf(userId),
})

export const exportResource = builder.resource({
  handlers: [exportHandlers],
  tasks: [buildExportTask, expireExportTask],
  personalData: [exportsOfPerson],
  used: {
    exports_limit_reached: ({ exports }, most) => exports.standing(most),
  },
})
