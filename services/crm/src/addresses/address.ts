// The address of a person in a transport, and its keyed hash: suppressions outlive an erasure by it.
import { createHmac } from 'node:crypto'
import { emailKey } from '@lms/contract'
import type { OutsideRuntime } from '@lms/service-host'
import type { User } from '@lms/users/contract'
import type { TransportKind } from './kinds.ts'

type Vault = OutsideRuntime['vault']

/** A person with the number in the messenger, where it was read. */
export type Reached = Pick<User, 'id' | 'email' | 'phone'> & { readonly messenger?: string | null }

/** The address of a person; null if they have none. In the app, and for pushes, it is the person. */
export function addressOf(user: Reached, transport: TransportKind): string | null {
  switch (transport) {
    case 'email':
      return user.email
    case 'sms':
      return user.phone
    case 'telegram':
      return user.messenger ?? null
    default:
      return user.id
  }
}

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
