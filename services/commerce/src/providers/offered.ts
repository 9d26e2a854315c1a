// The connections among which a person chooses. A school that never had one pays with the sandbox, so that the whole way
// can be tried before a contract with a provider.
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { bound } from './provider.contract.ts'
import { offeredFor, secretsOf } from './provider.rules.ts'
import type { ProviderRow } from './provider.store.ts'
import { newSecret, sealedColumns } from './sealed.ts'

/** The active connections for a currency, in their order. The first call in a school makes its test connection. */
export async function providersFor(
  at: Pick<Work, 'work' | 'runtime'>,
  { providers }: Pick<Stores, 'providers'>,
  currency: string,
): Promise<ProviderRow[]> {
  const present = await providers.all()
  if (present.length > 0) return offeredFor(currency, present)
  // Another request may be the first, too: the lock lets one of them make the connection.
  await providers.refuseBeyond(bound)
  const now = await providers.all()
  return now.length > 0 ? offeredFor(currency, now) : [await makeSandbox(at, providers)]
}

function makeSandbox(
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  providers: Stores['providers'],
): Promise<ProviderRow> {
  const id = newId('pvd')
  const secrets = secretsOf('test', { present: {}, given: {} }, newSecret)
  return providers.insertNow({
    ...providers.fresh(id),
    ...sealedColumns('test', secrets, { school: work.school, id, vault: runtime.vault }),
    kind: 'test',
    name: 'Test cards',
    active: true,
    position: 1,
    currencies: [],
    instructions: '',
  })
}
