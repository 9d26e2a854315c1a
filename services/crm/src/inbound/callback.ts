// What the other sides of transports report: signed JSON of a provider (Standard Webhooks), updates of a bot of Telegram.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { id, Refused, text } from '@lms/contract'
import type { OutsideRuntime } from '@lms/service-host'
import { signStandard } from '@lms/service-host/outside'
import { z } from 'zod'
import { inboundRefusals } from './inbound.contract.ts'

type Headers = Readonly<Record<string, string>>

const ProviderEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delivered'), id: id('msg') }),
  z.object({
    type: z.literal('bounced'),
    id: id('msg'),
    permanent: z.boolean().default(false),
    message: z.string().default(''),
  }),
  z.object({ type: z.literal('complained'), id: id('msg'), message: z.string().default('') }),
  z.object({ type: z.literal('received'), id: text(200, 1), from: text(254, 1), text: z.string() }),
])
export type ProviderEvents = z.infer<typeof ProviderEvent>
const Callback = z.object({ events: z.array(ProviderEvent).max(100) })

const Update = z.object({
  update_id: z.int(),
  message: z
    .object({
      text: z.string().optional(),
      chat: z.object({ type: z.string() }),
      from: z.object({ id: z.int() }).optional(),
    })
    .optional(),
})

const toleranceMs = 5 * 60_000

/** The events of a provider's callback; refuses with callback_forged and callback_invalid. */
export function readCallback(
  { headers, body }: { headers: Headers; body: Buffer },
  { secret, now }: { secret: string | null; now: string },
): ProviderEvents[] {
  const at = Number(headers['webhook-timestamp'])
  const isNear = Math.abs(Date.parse(now) - at * 1000) <= toleranceMs
  const ours = secret && signStandard(secret, headers['webhook-id'] ?? '', at, body)
  const signatures = (headers['webhook-signature'] ?? '').split(' ')
  if (!isNear || !ours || !signatures.some(each => isSame(each, ours)))
    throw new Refused(inboundRefusals.callback_forged)
  return fitting(Callback, body).events
}

const use = 'updates of bots'

/** The word by which updates of the bot of a school are known (X-Telegram-Bot-Api-Secret-Token). */
export const botWord = (school: string, vault: OutsideRuntime['vault']): string =>
  wordOf(school, vault.derive(use))

const wordOf = (school: string, key: Buffer) => createHmac('sha256', key).update(school).digest('base64url')

/** What a person wrote to the bot, alone with it; null for every other update. */
export function readUpdate(
  { headers, body }: { headers: Headers; body: Buffer },
  { school, vault }: { school: string; vault: OutsideRuntime['vault'] },
): { key: string; from: string; text: string } | null {
  const sentToken = headers['x-telegram-bot-api-secret-token'] ?? ''
  if (!vault.derivedKeys(use).some(({ key }) => isSame(sentToken, wordOf(school, key))))
    throw new Refused(inboundRefusals.callback_forged)
  const { update_id, message } = fitting(Update, body)
  if (!message?.text || !message.from || message.chat.type !== 'private') return null
  return { key: String(update_id), from: String(message.from.id), text: message.text }
}

function fitting<S extends z.ZodType>(schema: S, body: Buffer): z.output<S> {
  try {
    return schema.parse(JSON.parse(body.toString()))
  } catch {
    throw new Refused(inboundRefusals.callback_invalid)
  }
}

function isSame(one: string, other: string): boolean {
  const [sent, ours] = [Buffer.from(one), Buffer.from(other)]
  return sent.length === ours.length && timingSafeEqual(sent, ours)
}
