// Without a mail server nobody is told; the audit log has the order all the same.
import { mailOf } from '@lms/html/mail'
import { mailerOf, untilWhole } from '@lms/service-host/mail'
import { mailLooks } from '@lms/site/contract'
import { people } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { tellOwners } from './archive.task.ts'
import { archiveMail } from './archive-text.ts'

export const tellOwnersTask = builder.externalCall(tellOwners, {
  prepare: async ({ payload, state, work, runtime }, { exports }) => {
    const order = mailerOf(runtime) && (await exports.find(payload.export_id))
    if (!order) return null
    const scope = { school: work.school, requestId: work.origin.requestId }
    const { users } = await runtime.client('users', { people }, scope).people.owners({})
    const to = users.flatMap(({ email }) => (email ? [email] : []))
    if (to.length === 0) return null
    const look = await runtime.client('site', { mailLooks }, scope).mailLooks.show({ body: {} })
    return { to, receivers: state?.receivers ?? [], ...mailOf(look, archiveMail(order)) }
  },
  call: async (mail, { key, runtime }) => {
    return mail && mailerOf(runtime)!.sendToAll({ ...mail, key }, mail.receivers)
  },
  finish: async ({ outcome, now }) => (outcome ? untilWhole(outcome, now) : undefined),
})
