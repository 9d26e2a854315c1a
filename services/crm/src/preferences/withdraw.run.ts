import { consentDirectory } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { allTopics, topicIn } from '../settings/topic.ts'
import { needsNoConsent } from './preferences.rules.ts'
import { renewConsents, withdrawConsents } from './withdraw.task.ts'

export const withdrawConsentsTask = builder.externalCall(withdrawConsents, {
  // Who wants messages again meanwhile keeps the consent.
  prepare: async ({ payload }, { preferences, settings }) => {
    const [row, { topics }] = await Promise.all([preferences.find(payload.user_id), settings.get()])
    if (!row) return null
    const isUnneeded = row.all_off || (payload.channel !== null && needsNoConsent(row, allTopics(topics)))
    return isUnneeded ? payload : null
  },
  call: async (payload, { runtime, school, requestId }) => {
    if (!payload) return
    const { user_id, channel } = payload
    const users = runtime.client('users', { consentDirectory }, { school, requestId })
    await users.consentDirectory.withdraw({ body: { user_id, channel, source: 'preferences' } })
  },
  finish: async () => {},
})

export const renewConsentsTask = builder.externalCall(renewConsents, {
  prepare: async ({ payload: { user_id, consent } }, { settings }) => {
    if (!consent) return { user_id }
    const { topics } = await settings.get()
    const names = consent.topics.flatMap(key => topicIn(topics, key)?.name ?? [])
    if (names.length === 0) return { user_id }
    return { user_id, consent: { channel: consent.channel, text: names.join('\n') } }
  },
  call: async (statement, { runtime, school, requestId }) => {
    const users = runtime.client('users', { consentDirectory }, { school, requestId })
    await users.consentDirectory.renew({ body: { ...statement, source: 'preferences' } })
  },
  finish: async () => {},
})
