// The address of a person in a transport, and its keyed hash: suppressions outlive an erasure by it.
import { createHmac } from 'node:crypto'
import { emailKey } from '@lms/contract'
import type { OutsideRuntime } from '@lms/service-host'
import type { User } from '@lms/users/contract'
import type { TransportKind } from './kinds.ts'

type Vault = OutsideRuntime['vault']

/** The address of a person; null if they have none. In the app it is the person. */
export const addressOf = (user: Pick<User, 'id' | 'email'>, transport: TransportKind): string | null =>
  transport === 'email' ? user.email : user.id

/** The form in which addresses are compared. */
export const addressKey = (address: string, transport: TransportKind): string =>
  transport === 'email' ? emailKey(address) : address

/** The hashes of an address, by each key of the ring, the present one first. */
export function addressHashes(
  address: string,
  transport: TransportKind,
  { school, vault }: { school: string; vault: Vault },
): string[] {
  const text = `${school} ${transport} ${addressKey(address, transport)}`
  return vault
    .derivedKeys('suppressed addresses')
    .map(({ key }) => createHmac('sha256', key).update(text).digest('base64url'))
}
