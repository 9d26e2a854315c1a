import { L, LimitState, resource } from '@lms/contract'
import { z } from 'zod'

export const Limit = z.object({
  id: z
    .string()
    .describe(
      '`<service>.<name>`: the reason with which the service refuses more, or the name of a limit of the platform team.',
    )
    .meta({ examples: ['commerce.offers_limit_reached'] }),
  service: z.string().meta({ examples: ['commerce'] }),
  ...LimitState.shape,
})
export type Limit = z.infer<typeof Limit>

export const limits = resource({
  list: L('GET /v1/limits', {
    summary: 'List the limits of the school, and what is used of them',
    permission: 'limits:read',
    returns: Limit,
    list: { filters: {}, sorts: [], bare: true },
  }),
})
