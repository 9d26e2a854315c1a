// A school with sign-in by the messenger, for the specs of this service.
import { type Caller, newId } from '@lms/contract'
import { botToken, type TestSystem } from '@lms/testing'
import { messengerInternalApi, usersContract } from '../../contract.ts'

export const apiOf = (system: TestSystem, caller: Caller) =>
  system.client('users', usersContract.resources, caller)

/** Sets or removes the bot of a school. */
export const setBot = (system: TestSystem, school: string, bot_token: string | null) =>
  system
    .internal('users', { messengerInternalApi }, { school })
    .messengerInternalApi.set({ body: { bot_token } })

/** A school with a bot: a caller with all permissions, and the publishable key of its page. */
export async function schoolWithBot(system: TestSystem) {
  const owner = system.caller()
  await setBot(system, owner.school, botToken)
  const page: Caller = { ...owner, key: newId('key'), kind: 'publishable', role: 'student' }
  return { owner, page, all: apiOf(system, owner), auth: apiOf(system, page).auth }
}
