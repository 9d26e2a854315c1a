import { operatorActionsSubject } from '@lms/events'
import { scheduled } from '@lms/service-host'
import { builder } from '../builder.ts'
import { auditDaysOf } from '../partitions.ts'
import { firstPart } from '../parts.ts'
import { recordWriter } from '../record-writer.ts'
import { day } from '../steps.ts'
import { OperatorActions, operatorActions } from './action.contract.ts'
import { OperatorActionStore } from './action.store.ts'

/** Actions of one answer. */
const most = 500

const handlers = builder.implement(operatorActions, {
  all: async ({ body, runtime }) => {
    const rows = await new OperatorActionStore(runtime.system).newest(body, most + 1)
    const { part, next } = firstPart(rows, most, ({ id }) => id)
    return { actions: part, next }
  },
})

/** Actions of gateways, some at once. */
const actionWriter = recordWriter(
  'operator-actions',
  operatorActionsSubject,
  message => OperatorActions.parse(message),
  { keep: (system, actions) => new OperatorActionStore(system).add(actions) },
)

/** They are kept as long as the audit logs of schools. */
const forgetActions = scheduled(
  'forget-operator-actions',
  '41 3 * * *',
  async ({ system, clock, config }) => {
    const age = auditDaysOf(config) * day
    await new OperatorActionStore(system).forget(new Date(clock.now().getTime() - age))
  },
)

export const operatorActionResource = builder.resource({
  handlers: [handlers],
  tasks: [forgetActions],
  workers: [actionWriter],
})
