// Encrypted secrets of connections and references of saved cards: bound to their row, and encrypted again when the key
// ring has a new first key.
import { randomBytes } from 'node:crypto'
import type { OutsideRuntime, SealedRows } from '@lms/service-host'
import type { ProviderKind } from './adapter/adapter.ts'
import { type SecretName, type Secrets, secretNames } from './adapter/call-context.ts'
import { adapters } from './adapters.ts'

type Vault = OutsideRuntime['vault']
type Sealing = { school: string; id: string; vault: Vault }

export const newSecret = (): string => randomBytes(24).toString('base64url')

/** The place of a row's secrets, to which the vault binds them. */
const placeOf = (table: string, { school, id }: { school: string; id: string }) => `${table} ${school} ${id}`

/** The columns of a connection that follow from its secrets. */
export function sealedColumns(kind: ProviderKind, secrets: Secrets, { vault, ...row }: Sealing) {
  const set = secretNames.filter((name): name is SecretName => secrets[name] !== undefined)
  return {
    mode: adapters[kind].modeOf(secrets),
    secret_names: set,
    sealed: set.length ? vault.seal(JSON.stringify(secrets), placeOf('payment_providers', row)) : null,
  }
}

interface SealedRow {
  readonly school_id: string
  readonly id: string
  readonly sealed: string | null
}

/** The secrets of a connection; throws if they cannot be decrypted. */
export const openedSecrets = ({ school_id, id, sealed }: SealedRow, vault: Vault): Secrets =>
  sealed === null
    ? {}
    : JSON.parse(vault.open(sealed, placeOf('payment_providers', { school: school_id, id })))

/** The stored form of a saved card's reference. */
export const sealedReference = (reference: string, { vault, ...row }: Sealing): string =>
  vault.seal(reference, placeOf('payment_methods', row))

/** The provider's reference of a saved card; throws if it cannot be decrypted. */
export const openedReference = (
  { school_id, id, sealed }: SealedRow & { sealed: string },
  vault: Vault,
): string => vault.open(sealed, placeOf('payment_methods', { school: school_id, id }))

/** The encrypted columns of both tables. */
export const sealedPayments: readonly SealedRows[] = ['payment_providers', 'payment_methods'].map(table => ({
  table: `commerce.${table}`,
  columns: ['sealed'],
  placeOf: (school, id) => placeOf(table, { school, id }),
}))
