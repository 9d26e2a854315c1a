// The messenger for the sign-in of a school's people: its bot, and its signed data about a person.
import { I, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'

const wholeNumber = (pattern: RegExp) =>
  z.union([z.int().positive(), z.string().regex(pattern, 'must be a whole number, such as 104729')])

/**
 * All data that the sign-in widget passes to the page, unchanged: `hash` signs the other fields. Numbers may be texts,
 * as in the widget's redirect.
 */
export const SignedFields = z.strictObject({
  id: wholeNumber(/^[1-9]\d{0,15}$/).describe('The number of the person in the messenger.'),
  first_name: text(256).optional().describe('The first name, as the messenger sent it.'),
  last_name: text(256).optional().describe('The last name, as the messenger sent it.'),
  username: text(256).optional().describe('The user name in the messenger, as it sent it.'),
  photo_url: text(2048).optional().describe('The address of the picture, as the messenger sent it.'),
  auth_date: wholeNumber(/^\d{1,12}$/).describe('When the person agreed, in seconds since 1970.'),
  hash: text(200, 1).describe('The signature of the messenger over the other fields.'),
})
export type SignedFields = z.infer<typeof SignedFields>

/** The messenger's `initData` for the mini-app: a query string, unchanged. */
export const initData = () => text(8192, 1)

export const messengerRefusals = refuse({
  messenger_not_configured: {
    status: 409,
    when: 'the school has no bot for the messenger',
    message: 'This school has no bot for the messenger. Ask the platform team to set its token.',
  },
  signature_invalid: {
    status: 422,
    when: 'the signature is not from the messenger, or more than an hour old',
    message:
      'The signature is not from the messenger, or more than an hour old. Send all data from the widget or mini-app unchanged.',
  },
  signature_used: {
    status: 409,
    when: 'the signature was used before',
    message: 'This signature was used before. Let the person sign in with the messenger again.',
  },
})

export const MessengerSetting = z.object({
  bot_id: z.string().nullable().describe('The number of the bot; null if there is none.'),
  updated_at: timestamp(),
})

/** The bot of a school, set by the platform team. Its token is stored encrypted and never shown. */
export const NewMessengerSetting = z.strictObject({
  bot_token: z
    .string()
    .max(200)
    .regex(/^\d{1,20}:[A-Za-z0-9_-]{20,}$/, 'must be the token of a bot: 123456789:AAE…')
    .nullable()
    .describe('The token from the messenger; null removes the bot. No answer shows it.'),
})

export const messengerInternalApi = resource({
  set: I('PUT /internal/messenger', {
    summary: 'Set or remove the bot of the school',
    callers: ['gateway'],
    operatorRoute: 'PUT /operator/v1/schools/{id}/messenger',
    permission: null,
    body: NewMessengerSetting,
    returns: MessengerSetting,
  }),
})
