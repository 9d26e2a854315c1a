import { filter, L, resource, settingsRefusals, stamps, text, U } from '@lms/contract'
import { z } from 'zod'

const section = text(60, 1)
  .describe('The section: the name of the service that keeps and uses these settings.')
  .meta({ examples: ['commerce'] })
// The document shows the declarations of all sections here.
const values = z.record(z.string(), z.any()).meta({ 'x-settings': true })

const maxLevels = 20
/** The service that keeps the section gets the values as JSON again, and to write JSON of any depth takes any stack. */
const isWithin = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every(each => isWithin(levels - 1, each)))

export const Setting = z.object({
  id: section,
  values: values.describe(
    'All settings of the section. Those that the school has not set have their defaults.',
  ),
  version: stamps.version,
  updated_at: stamps.updated_at
    .nullable()
    .describe('When the settings last changed; null while all have their defaults.'),
})
export type Setting = z.infer<typeof Setting>

export const settings = resource({
  list: L('GET /v1/settings', {
    summary: 'List the settings of the school by section',
    permission: 'settings:read',
    returns: Setting,
    list: { filters: { id: filter.text }, sorts: [] },
  }),
  update: U('PATCH /v1/settings', {
    summary: 'Change settings of one section; settings that are not sent keep their values',
    permission: 'settings:write',
    body: z.strictObject({
      id: section,
      values: values
        .refine(sent => isWithin(maxLevels, sent), `must not be nested deeper than ${maxLevels} levels`)
        .describe(
          'The settings to change. Objects are merged field by field; lists are replaced as a whole.',
        ),
    }),
    example: { id: 'commerce', values: { partners: { hold_days: 30 } } },
    returns: Setting,
    refuses: Object.values(settingsRefusals),
    // Among the values are keys of other systems.
    agent: 'never',
  }),
})
