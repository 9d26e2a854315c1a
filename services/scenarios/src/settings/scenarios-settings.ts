import { secret } from '@lms/contract'
import { z } from 'zod'

/** The section `scenarios` of a school's settings. */
export const ScenariosSettings = z.strictObject({
  http_secret: secret(
    200,
    'Signs the calls of nodes of the kind `http` (Standard Webhooks): `whsec_` and Base64, or any text.',
  ),
})
