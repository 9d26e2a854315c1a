// The keys that sign credentials: RSA, one per school, as Open Badges 3.0 asks at least (RS256). The private key is
// encrypted and bound to its row.
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { type Id, id, newId, timestamp } from '@lms/contract'
import type { Runtime, SealedRows } from '@lms/service-host'
import { z } from 'zod'
import { PublicJwk } from './public-jwk.ts'

type Vault = Pick<Runtime['vault'], 'seal' | 'open'>
const generate = promisify(generateKeyPair)

export const BadgeKey = z.object({ id: id('bdk'), jwk: PublicJwk, created_at: timestamp() })

export interface NewBadgeKey {
  readonly id: Id<'bdk'>
  readonly jwk: PublicJwk
  readonly sealed: string
}

const placeOf = (school: string, key: string) => `badge_keys ${school} ${key}`

/** A new key of a school. It takes a tenth of a second, in a thread of Node. */
export async function newBadgeKey(school: string, vault: Vault): Promise<NewBadgeKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048 })
  const { n, e } = publicKey.export({ format: 'jwk' })
  const id = newId('bdk')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const jwk: PublicJwk = { kty: 'RSA', alg: 'RS256', use: 'sig', n: n!, e: e! }
  return { id, jwk, sealed: vault.seal(pem, placeOf(school, id)) }
}

/** The private key, as PEM. */
export const openedKey = (
  { school_id, id, sealed }: { school_id: string; id: string; sealed: string },
  vault: Vault,
): string => vault.open(sealed, placeOf(school_id, id))

/** The encrypted private keys. */
export const sealedBadgeKeys: SealedRows = { table: 'learning.badge_keys', columns: ['sealed'], placeOf }
