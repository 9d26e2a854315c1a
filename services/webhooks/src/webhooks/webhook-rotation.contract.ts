import { moment } from '@lms/contract'
import { z } from 'zod'
import { secret } from './webhook-settings.ts'

/** How long two secrets sign side by side, in seconds. */
export const usualOverlap = 24 * 3600
export const longestOverlap = 7 * usualOverlap

const RotateSecret = z
  .strictObject({
    secret: secret().optional().describe('The secret that signs deliveries; by default a generated one.'),
    overlap_seconds: z
      .int()
      .min(0)
      .max(longestOverlap)
      .optional()
      .describe('How long the old secret continues to sign; 0 replaces it at once. Default: a day.'),
    expires_at: moment().optional().describe('When the old secret ends, in place of overlap_seconds.'),
  })
  .refine(({ overlap_seconds, expires_at }) => overlap_seconds === undefined || expires_at === undefined, {
    message: 'give overlap_seconds or expires_at, not both',
    path: ['expires_at'],
  })

/** Changes of the secret. */
export const SecretChange = z.strictObject({
  rotate_secret: RotateSecret.optional().describe(
    'Begins a rotation. Until it ends, X-LMS-Signature uses the old secret and X-LMS-Signature-Next the new one.',
  ),
  complete_rotation: z.literal(true).optional().describe('The new secret replaces the old one now.'),
  cancel_rotation: z.literal(true).optional().describe('The new secret is dropped; the old one stays.'),
})
export type SecretChange = z.infer<typeof SecretChange>

/** For the body of a change. */
export const atMostOne = (change: SecretChange) =>
  [change.rotate_secret, change.complete_rotation, change.cancel_rotation].filter(
    value => value !== undefined,
  ).length <= 1
