import { type Id, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { SavedMethod } from '../providers/adapter/adapter.ts'
import { sealedReference } from '../providers/sealed-secrets.ts'
import type { PaymentMethodRow } from './payment-method.store.ts'

/** Saves a card for later charges; its person is held present. */
export function saveMethod(
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { paymentMethods }: Pick<Stores, 'paymentMethods'>,
  { user_id, provider_id, saved }: { user_id: Id<'usr'>; provider_id: Id<'pvd'>; saved: SavedMethod },
): PaymentMethodRow {
  const id = newId('pmt')
  const { reference, brand, last4, expires } = saved
  return paymentMethods.insert({
    ...paymentMethods.fresh(id),
    user_id,
    provider_id,
    brand: brand.slice(0, 30),
    last4: last4.slice(-4),
    expires,
    sealed: sealedReference(reference, { school: work.school, id, vault: runtime.vault }),
  })
}
