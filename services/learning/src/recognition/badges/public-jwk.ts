import { z } from 'zod'

/** A public key (RFC 7517). */
export const PublicJwk = z.object({
  kty: z.literal('RSA'),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
  n: z.string(),
  e: z.string(),
})
export type PublicJwk = z.infer<typeof PublicJwk>
