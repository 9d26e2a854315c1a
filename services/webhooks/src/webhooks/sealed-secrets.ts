// Encrypted secrets of subscriptions: bound to their row, and encrypted again when the key ring has a new first key.
import type { Runtime, SealedRows } from '@lms/service-host'

/** The place of a secret, to which the vault binds it. */
export const placeOf = (school: string, webhook: string): string => `subscription ${school} ${webhook}`

/** The stored form of headers. */
export const sealedHeaders = (
  headers: Record<string, string>,
  location: string,
  { vault }: Pick<Runtime, 'vault'>,
): { header_names: string[]; own_headers: string | null } => {
  const names = Object.keys(headers)
  return {
    header_names: names,
    own_headers: names.length ? vault.seal(JSON.stringify(headers), location) : null,
  }
}

/** The headers of a row; throws if they cannot be decrypted. */
export const openedHeaders = (
  { school_id, id, own_headers }: { school_id: string; id: string; own_headers: string | null },
  { vault }: Pick<Runtime, 'vault'>,
): Record<string, string> =>
  own_headers === null ? {} : JSON.parse(vault.open(own_headers, placeOf(school_id, id)))

/** The encrypted columns. */
export const sealedSubscriptions: SealedRows = {
  table: 'webhooks.subscriptions',
  columns: ['secret', 'next_secret', 'own_headers'],
  placeOf,
}
