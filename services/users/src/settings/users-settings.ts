// The settings of a school about its people; PATCH /v1/settings changes them.
import { settingsGroup } from '@lms/contract'
import { z } from 'zod'

export const UsersSettings = z.object({
  consents: settingsGroup({
    double_opt_in: z
      .boolean()
      .default(true)
      .describe(
        'Whether a consent to e-mail that a form gives waits until the person confirms it by a link in an e-mail. Consents that staff record count at once.',
      ),
  }),
})
export type UsersSettings = z.output<typeof UsersSettings>
