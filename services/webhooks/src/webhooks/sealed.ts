// Encrypted secrets of subscriptions: bound to their row, and encrypted again when the key ring has a new first key.
import { type Fields, type Runtime, scheduled, step } from '@lms/service-host'

/** The place of a secret, to which the vault binds it. */
export const placeOf = (school: string, webhook: string): string => `subscription ${school} ${webhook}`

/** The stored form of headers. */
export const sealedHeaders = (
  headers: Record<string, string>,
  place: string,
  { vault }: Pick<Runtime, 'vault'>,
): { header_names: string[]; own_headers: string | null } => {
  const names = Object.keys(headers)
  return {
    header_names: names,
    own_headers: names.length ? vault.seal(JSON.stringify(headers), place) : null,
  }
}

/** The headers of a row; throws if they cannot be decrypted. */
export const openedHeaders = (
  { school_id, id, own_headers }: { school_id: string; id: string; own_headers: string | null },
  { vault }: Pick<Runtime, 'vault'>,
): Record<string, string> =>
  own_headers === null ? {} : JSON.parse(vault.open(own_headers, placeOf(school_id, id)))

const page = 100

/**
 * Encrypts secrets again that have an older key, or are not bound to their row; after it, that key may be removed from
 * LMS_SECRET_KEYS. Undecryptable secrets are reported and left. A secret that changes meanwhile stays as it was
 * changed.
 */
export async function resealSecrets(runtime: Runtime): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await oldOnes(after, runtime)
    for (const row of rows) await resealOne(row, runtime)
    if (rows.length < page) return
    after = rows.at(-1)![1]!
  }
}

function oldOnes(after: string, { system, vault: { present } }: Runtime): Promise<Fields[]> {
  const isOld = (column: string) => `not (starts_with(${column}, $2) and right(${column}, length($3)) = $3)`
  return system.rows(
    step(
      `select school_id, id, secret, next_secret, own_headers from webhooks.subscriptions
       where id > $1 and (${isOld('secret')} or ${isOld('next_secret')} or ${isOld('own_headers')}) order by id limit ${page}`,
      [after, present.begins, present.ends],
    ),
  )
}

async function resealOne(
  [school, id, secret, next, own]: Fields,
  { system, vault, log }: Runtime,
): Promise<void> {
  const place = placeOf(school!, id!)
  const anew = (text: string) => vault.seal(vault.open(text, place), place)
  try {
    await system.run([
      step(
        `update webhooks.subscriptions set secret = $6, next_secret = $7, own_headers = $8
         where school_id = $1 and id = $2 and secret = $3 and next_secret is not distinct from $4
           and own_headers is not distinct from $5`,
        [
          school!,
          id!,
          secret!,
          next ?? null,
          own ?? null,
          anew(secret!),
          next ? anew(next) : null,
          own ? anew(own) : null,
        ],
      ),
    ])
  } catch (error) {
    log.error({ err: error, school, webhook: id }, 'the secrets of a subscription cannot be re-encrypted')
  }
}

export const resealSecretsTask = scheduled('reseal-secrets', '5 * * * *', resealSecrets, { deadline: 300 })
