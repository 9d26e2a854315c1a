// Without a mail server nobody is told; the audit log has the order all the same.
import { mailerOf } from '@lms/service-host/mail'
import { people } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { tellOwners } from './archive.task.ts'
import { archiveMail } from './archive-text.ts'

export const tellOwnersTask = builder.externalCall(tellOwners, {
  prepare: async ({ payload, work, runtime }, { exports }) => {
    const order = mailerOf(runtime) && (await exports.find(payload.export_id))
    if (!order) return null
    const scope = { school: work.school, requestId: work.origin.requestId }
    const { users } = await runtime.client('users', { people }, scope).people.owners({})
    const to = users.flatMap(({ email }) => (email ? [email] : []))
    return to.length ? { to, ...archiveMail(order) } : null
  },
  call: async (mail, { key, runtime }) => {
    if (mail) await mailerOf(runtime)!.send({ ...mail, key })
  },
  finish: async () => {},
})
