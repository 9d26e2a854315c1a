import { builder } from '../../builder.ts'
import { messengerInternalApi } from './messenger.contract.ts'
import { placeOfBot } from './messenger.entity.ts'

export const messengerInternalHandlers = builder.implement(messengerInternalApi, {
  set: async ({ body: { bot_token }, now, work, runtime }, { messengers }) => {
    if (bot_token === null) {
      messengers.removeMessenger()
      return { bot_id: null, updated_at: now }
    }
    const bot_id = bot_token.slice(0, bot_token.indexOf(':'))
    messengers.set({ bot_id, bot_token: runtime.vault.seal(bot_token, placeOfBot(work.school)) })
    return { bot_id, updated_at: now }
  },
})
