// How a person stands to an audience.
import { oneOf } from '@lms/contract'
import { z } from 'zod'

const parts = ['everyone', 'user_ids', 'tag_ids', 'group_ids', 'segment_ids', 'responses'] as const

export const Membership = z.object({
  included: z
    .boolean()
    .describe('Whether the person is in the audience now. That of a mailing is taken when it begins.'),
  active: z.boolean().describe('Whether the person is active: nobody else is in an audience.'),
  parts: z
    .array(
      z.object({
        part: oneOf(parts).describe('The field of the audience.'),
        id: z
          .string()
          .nullable()
          .describe('The tag, group, segment or mailing; null for `everyone` and `user_ids`.'),
        excludes: z.boolean().describe('Whether it stands in `exclude`, and takes out who is in it.'),
        matches: z.boolean().describe('Whether the person is in it.'),
      }),
    )
    .describe(
      'Everything that the audience names: the person is in it if one of these matches, and none that excludes.',
    ),
})
export type Membership = z.infer<typeof Membership>
