// The connections of a restored school: no archive has their secrets.
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { secretsOf } from './provider.rules.ts'
import { newSecret, sealedColumns } from './sealed-secrets.ts'

/** Gives sandboxes new secrets, which they make by themselves; names the connections that need those of their provider. */
export async function restoreProviders(
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { providers }: Pick<Stores, 'providers'>,
): Promise<readonly string[]> {
  const all = (await providers.all()).filter(({ sealed }) => sealed === null)
  for (const { id, kind } of all.filter(({ kind }) => kind === 'test')) {
    const secrets = secretsOf(kind, { present: {}, sent: {} }, newSecret)
    const { sealed } = sealedColumns(kind, secrets, { school: work.school, id, vault: runtime.vault })
    work.write(
      `update commerce.payment_providers set sealed = $3 where school_id = $1 and id = $2 and sealed is null`,
      [work.school, id, sealed],
    )
  }
  const others = all.filter(({ kind }) => kind !== 'test')
  if (others.length === 0) return []
  work.write(
    `update commerce.payment_providers set secret_names = '[]' where school_id = $1 and sealed is null and kind <> 'test'`,
    [work.school],
  )
  return others.map(({ name }) => `the secrets of the payment provider ${JSON.stringify(name)}`)
}
