// The messenger a school's people sign in with: its bot, and what the messenger signs for a person.
import { I, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'

const wholeNumber = (pattern: RegExp) => z.union([z.int().positive(), z.string().regex(pattern)])

/**
 * What the sign-in widget hands to the page, all of it, unchanged: `hash` signs the other fields. Numbers may come as
 * text, as the widget's redirect gives them.
 */
export const SignedFields = z.strictObject({
  id: wholeNumber(/^[1-9]\d{0,15}$/).describe('The person’s number in the messenger.'),
  first_name: text(256).optional(),
  last_name: text(256).optional(),
  username: text(256).optional(),
  photo_url: text(2048).optional(),
  auth_date: wholeNumber(/^\d{1,12}$/).describe('When the person agreed, in seconds since 1970.'),
  hash: text(200, 1),
})
export type SignedFields = z.infer<typeof SignedFields>

/** What the mini-app is given by the messenger as `initData`: a query string, unchanged. */
export const initData = () => text(8192, 1)

export const messengerRefusals = refuse({
  messenger_not_configured: {
    status: 409,
    when: 'the school has no bot of the messenger',
    message: 'This school has no messenger set up. Ask the platform team to give it the token of its bot.',
  },
  signature_invalid: {
    status: 422,
    when: 'the messenger did not sign this, or more than an hour ago',
    message: 'The messenger did not sign this. Send all that the widget or the mini-app gave, unchanged.',
  },
  signature_used: {
    status: 409,
    when: 'the same signature was used before',
    message: 'This was used already. Let the person sign in with the messenger again.',
  },
})

export const MessengerSetting = z.object({
  bot_id: z.string().nullable().describe('The number of the bot; null where there is none.'),
  updated_at: timestamp(),
})

/** The bot of a school, set by the platform team. Its token is kept encrypted and never shown. */
export const NewMessengerSetting = z.strictObject({
  bot_token: z
    .string()
    .max(200)
    .regex(/^\d{1,20}:[A-Za-z0-9_-]{20,}$/, 'must be the token of a bot: 123456789:AAE…')
    .nullable()
    .describe('As the messenger gave it out; null takes the bot away. It is never shown again.'),
})

export const messengerInternalApi = resource({
  set: I('PUT /internal/messenger', {
    summary: 'Set or take away the bot of the school',
    callers: ['gateway'],
    permission: null,
    body: NewMessengerSetting,
    returns: MessengerSetting,
  }),
})
