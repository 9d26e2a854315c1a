// The connections among which a person chooses. A school in test mode that never had one is offered the sandbox, so that
// the whole way can be tried before a contract with a provider. To look connects nothing: the first payment does.
import { type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { Order } from '../../objects/order.object.ts'
import { bound, type PaymentProvider } from './provider.contract.ts'
import { offeredFor, secretsOf, takesOrder } from './provider.rules.ts'
import type { ProviderRow } from './provider.store.ts'
import { newSecret, sealedColumns } from './sealed-secrets.ts'
import { unpayable } from './unpayable.ts'

/** A connection as a choice; the sandbox that is not connected yet is one, too. */
export type OfferedProvider = Pick<
  PaymentProvider,
  'id' | 'kind' | 'name' | 'mode' | 'active' | 'position' | 'currencies' | 'instructions'
>

/** The connections that take payments in a currency, in their order. */
export async function providersFor(
  { work }: Pick<Work, 'work'>,
  { providers, settings }: Pick<Stores, 'providers' | 'settings'>,
  currency: string,
): Promise<OfferedProvider[]> {
  const [present, { sales }] = await Promise.all([providers.all(), settings.get()])
  if (present.length === 0) return sales.mode === 'test' ? [sandboxOf(work.school)] : []
  return offeredFor(currency, sales.mode, present)
}

/** Those that take payments of an order. */
export const providersOf = async (
  ctx: Pick<Work, 'work'>,
  stores: Pick<Stores, 'providers' | 'settings'>,
  order: Pick<Order, 'currency' | 'test' | 'paid_amount' | 'refunded_amount'>,
): Promise<OfferedProvider[]> =>
  (await providersFor(ctx, stores, order.currency)).filter(each => takesOrder(each, order))

/** Refuses with payment_unavailable if something is to pay in a live school that has no connection for it. */
export async function refuseUnpayable(
  ctx: Pick<Work, 'work'>,
  stores: Pick<Stores, 'providers' | 'settings'>,
  { amount, currency }: { amount: number; currency: string },
): Promise<void> {
  if (amount > 0 && !(await isPayable(ctx, stores, currency)))
    throw new Refused(unpayable.payment_unavailable)
}

/** Whether a payment is possible now; a school in test mode may be without connections. */
export async function isPayable(
  ctx: Pick<Work, 'work'>,
  stores: Pick<Stores, 'providers' | 'settings'>,
  currency: string,
): Promise<boolean> {
  const { sales } = await stores.settings.get()
  return sales.mode === 'test' || (await providersFor(ctx, stores, currency)).length > 0
}

/** Connects the sandbox, if it is the chosen connection and not connected yet. */
export async function connectChosen(
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { providers }: Pick<Stores, 'providers'>,
  chosen: { readonly id: string },
): Promise<void> {
  const sandbox = sandboxOf(work.school)
  if (chosen.id !== sandbox.id) return
  // Another request may be the first, too: the lock lets one of them make the connection.
  await providers.refuseBeyond(bound)
  if (await providers.find(sandbox.id)) return
  const secrets = secretsOf('test', { present: {}, sent: {} }, newSecret)
  const sealed = sealedColumns('test', secrets, { school: work.school, id: sandbox.id, vault: runtime.vault })
  await providers.insertNow({ ...providers.fresh(sandbox.id), ...sandbox, ...sealed })
}

/** The school's own sandbox: its id follows from that of the school, so that a page can name it before it is connected. */
const sandboxOf = (school: string) => ({
  id: `pvd_${school.slice('sch_'.length)}` as Id<'pvd'>,
  kind: 'test' as const,
  mode: 'test' as const,
  name: 'Test cards',
  active: true,
  position: 1,
  currencies: [] as ProviderRow['currencies'],
  instructions: '',
})
