// Telegram is told where the updates of a bot go (setWebhook) after each change of the settings that have one.
import { GrammyError } from 'grammy'
import { builder } from '../builder.ts'
import { schoolValues } from '../content/values.ts'
import { crmSecrets } from '../settings/secrets.ts'
import { connectBot } from '../transports/connect.task.ts'
import { botOf } from '../transports/telegram.ts'
import { botWord } from './callback.ts'

export const connectBotTask = builder.externalCall(connectBot, {
  prepare: async ctx => {
    const [{ url }, sealed] = await Promise.all([schoolValues(ctx), crmSecrets.read(ctx.work)])
    const vaultScope = { school: ctx.work.school, vault: ctx.runtime.vault }
    const token = crmSecrets.open(sealed, 'telegram.bot_token', vaultScope)
    return (
      token && {
        token,
        url: `${url}/hooks/messages/telegram`,
        secret_token: botWord(vaultScope.school, vaultScope.vault),
      }
    )
  },
  call: async (bot, { runtime, signal }) => {
    if (!bot) return
    const { token, url, secret_token } = bot
    try {
      await botOf(token, { runtime }).setWebhook(
        url,
        { secret_token, allowed_updates: ['message'] },
        signal as never,
      )
    } catch (error) {
      // A wrong token, or an address without TLS: another try does not help, another change of the settings does.
      if (!(error instanceof GrammyError) || error.error_code === 429 || error.error_code >= 500) throw error
      runtime.log.warn({ err: error }, 'Telegram does not take the address of the school')
    }
  },
  finish: async () => undefined,
})
