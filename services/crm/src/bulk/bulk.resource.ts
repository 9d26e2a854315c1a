import { builder } from '../builder.ts'
import { bulkResultsOfPerson } from './bulk.data.ts'
import { bulkHandlers } from './bulk.handlers.ts'
import { runBulkTask } from './bulk.run.ts'
import { BulkPersonEntity } from './bulk.store.ts'

export const bulkResource = builder.resource({
  handlers: [bulkHandlers],
  entities: [BulkPersonEntity],
  tasks: [runBulkTask],
  personalData: [bulkResultsOfPerson],
  used: { bulk_actions_limit_reached: ({ bulkActions }, most) => bulkActions.standing(most) },
  naming: {
    crs: (id, { bulkActions }) => bulkActions.naming('course_id', id),
    grp: (id, { bulkActions }) => bulkActions.naming('group_id', id),
    scn: (id, { bulkActions }) => bulkActions.naming('scenario_id', id),
    tag: (id, { bulkActions }) => bulkActions.naming('tag_id', id),
  },
})
