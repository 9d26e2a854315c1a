import { type Caller, emailKey, isId, Refused } from '@lms/contract'
import { mailerOf } from '@lms/service-host/mail'
import { builder } from '../../builder.ts'
import { emailRefusals } from '../../identity/email-changes/change.contract.ts'
import { userUpdated } from '../users/user.contract.ts'
import { changeUser, derived } from '../users/user.rules.ts'
import type { UserRow } from '../users/user.store.ts'
import { me, refusals } from './me.contract.ts'

const meOf = (caller: Caller, user: UserRow | null, pending_email: string | null) => ({
  key_id: isId('key', caller.key) ? caller.key : null,
  session_id: isId('ses', caller.key) ? caller.key : null,
  kind: caller.kind,
  role: caller.role,
  permissions: caller.rights.map(masks => [...masks]),
  acting_for: caller.onBehalf ? caller.user : null,
  user,
  pending_email,
})

/** Whether the address differs from the person's, and not only in spelling. */
const isNew = (email: string | null | undefined, user: UserRow): email is string =>
  Boolean(email) && (!user.email || emailKey(email!) !== emailKey(user.email))

export const meHandlers = builder.implement(me, {
  get: async ({ caller }, { users, emailChanges }) => {
    if (!caller.user) return meOf(caller, null, null)
    const [user, pending] = await Promise.all([users.find(caller.user), emailChanges.pendingOf(caller.user)])
    return meOf(caller, user, pending)
  },

  update: async ({ body, caller, emit, runtime }, { users, emailChanges, calendarLinks }) => {
    if (!caller.user) throw new Refused(refusals.not_a_person)
    const [user, pending] = await Promise.all([users.lock(caller.user), emailChanges.pendingOf(caller.user)])
    const { email, ...rest } = body
    const asks = isNew(email, user)
    const changed = changeUser(user, asks ? rest : body)
    if (asks && !mailerOf(runtime)) throw new Refused(emailRefusals.mail_not_configured)
    const saved = users.save({ ...changed, ...derived(changed) })
    emit(userUpdated, saved, { previous: user })
    if (body.new_calendar) calendarLinks.renew(user.id)
    // There is no check whether another person has the address: the answer would reveal it.
    if (asks) emailChanges.ask(user.id, email)
    else if (email !== undefined) emailChanges.withdraw(user.id)
    return meOf(caller, saved, asks ? email : email === undefined ? pending : null)
  },
})
