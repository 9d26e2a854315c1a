// Telegram, by the school's bot (Bot API, sendMessage). It recognizes no message that comes twice, and a person has to have
// started the bot.
import { cut } from '@lms/contract'
import { Api, GrammyError } from 'grammy'
import type { Outcome, SendingContext, Transport } from './transport.ts'

const deadlineSeconds = 15
/** Maximum characters of a message of Telegram. */
const longest = 4096

/** The bot of a token. */
export const botOf = (token: string, { runtime }: Pick<SendingContext, 'runtime'>): Api =>
  new Api(token, {
    apiRoot: runtime.config.settings.LMS_TELEGRAM_URL || 'https://api.telegram.org',
    timeoutSeconds: deadlineSeconds,
  })

export const telegram: Transport = {
  repeats: false,
  async handOver({ to, subject, text, unsubscribeUrl }, context): Promise<Outcome> {
    const token = context.secret('telegram.bot_token')
    if (!token)
      return { status: 'deferred', answer: 'The school has no bot: telegram.bot_token of its settings.' }
    // What is too long is cut before the way out, which stays.
    const end = unsubscribeUrl === null ? '' : `\n\n${unsubscribeUrl}`
    const fullText = cut([subject, text].filter(Boolean).join('\n\n'), longest - end.length) + end
    try {
      const sent = await botOf(token, context).sendMessage(Number(to), fullText, {}, context.signal as never)
      return { status: 'sent', delivered: false, answer: `message ${sent.message_id}` }
    } catch (error) {
      if (error instanceof GrammyError) return outcomeOf(error)
      // Without an answer nobody knows whether Telegram has it.
      throw error
    }
  },
}

const missing =
  /chat not found|user is deactivated|bot was blocked|can't initiate conversation|PEER_ID_INVALID/i

function outcomeOf({ error_code, description }: GrammyError): Outcome {
  const answer = `${error_code} ${description}`.slice(0, 500)
  if (error_code === 403 || missing.test(description)) return { status: 'refused', bounce: 'hard', answer }
  // A wrong token (401, 404) is repaired by the school; 429 and errors of the server pass.
  if (error_code === 400) return { status: 'refused', bounce: 'soft', answer }
  return { status: 'deferred', answer }
}
