import { missing } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { userUpdated } from '../../people/users/user.contract.ts'
import { derived } from '../../people/users/user.rules.ts'
import { emailWords } from '../confirmation-pages/confirmation.words.ts'
import { askingPage, confirmedPage } from '../confirmation-pages/confirmation-page.ts'
import { emailInternalApi } from './change.contract.ts'
import { tokenHash } from './change.rules.ts'

export const emailInternalHandlers = builder.implement(emailInternalApi, {
  ask: async ({ body }) => askingPage(emailWords(body.language), body),

  confirm: async ({ body, emit }, { users, emailChanges }) => {
    const hash = tokenHash(body.token)
    const foundChange = await emailChanges.byToken(hash)
    if (!foundChange) return missing()
    // Locked first, so that simultaneous requests with this link, or another one, run one after the other.
    const user = await users.lock(foundChange.id)
    const change = await emailChanges.byToken(hash)
    if (!change || user.status !== 'active') return missing()
    emailChanges.withdraw(user.id)
    const changed = { ...user, email: change.email }
    const saved = users.save({ ...changed, ...derived(changed) })
    emit(userUpdated, saved, { previous: user })
    return confirmedPage(emailWords(body.language))
  },
})
