// The settings of a school about its people; PATCH /v1/settings changes them.
import { secret, settingsGroup } from '@lms/contract'
import type { SettingsMove } from '@lms/service-host'
import { z } from 'zod'

/** The setting with the key of a school's model. */
export const modelKey = 'agent.model_key'
/** `openai:<name>` or `anthropic:<name>`. */
export const modelName = /^(?:openai|anthropic):\S{1,100}$/
const isAddress = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export const UsersSettings = z
  .object({
    consents: settingsGroup({
      double_opt_in: z
        .boolean()
        .default(true)
        .describe(
          'Whether a consent to e-mail that a form gives waits until the person confirms it by a link in an e-mail. Consents that staff record count at once.',
        ),
    }).describe('How consents to messages come about.'),
    agent: settingsGroup({
      model: z
        .string()
        .regex(modelName, 'must be openai:<name> or anthropic:<name>')
        .nullable()
        .default(null)
        .describe(
          'The model that answers for the agent: openai:<name> for any endpoint that speaks its chat completions, or anthropic:<name>. null: that of the platform, if it has one; else the built-in planner answers.',
        ),
      model_url: z
        .string()
        .max(500)
        .refine(isAddress, 'must be an https address')
        .nullable()
        .default(null)
        .describe('The address of the model, if not that of its maker. Another address drops the key.'),
      model_key: secret(500, 'The key for the model.'),
      tokens_a_day: z
        .int()
        .min(0)
        .max(1_000_000_000)
        .nullable()
        .default(null)
        .describe(
          'Tokens that models may take in a day of UTC; then the planner answers. null: the bound of the platform, or none with a model of the school.',
        ),
      typed_above: z
        .int()
        .min(0)
        .max(1_000_000_000_000)
        .nullable()
        .default(null)
        .describe(
          'A change of more money than this needs the amount typed by who confirms it. In minor units, whatever the currency. null: no sum needs it.',
        ),
    }).describe('The AI agent of the school.'),
  })
  .refine(({ agent }) => agent.model === null || agent.model_key !== null, {
    path: ['agent', 'model_key'],
    message: 'must be sent for this model and address',
  })

/** Another place for the questions makes the key void, which the new place must not get. */
export function modelChanged({ before, after, sentSecrets: givenKeys }: SettingsMove<UsersSettings>) {
  const endpointOf = ({ agent: { model, model_url } }: UsersSettings) =>
    [model?.split(':')[0], model_url].join(' ')
  return endpointOf(before) === endpointOf(after) || givenKeys.has(modelKey)
    ? null
    : { agent: { model_key: null } }
}
export type UsersSettings = z.output<typeof UsersSettings>
