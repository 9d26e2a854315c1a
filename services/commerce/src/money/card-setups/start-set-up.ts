// Begins to save a card: a pending attempt, and the call to the provider. Both are committed together, so that the call is
// made whatever happens to the process.
import { newId } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import type { OfferedProvider } from '../providers/available-providers.ts'
import type { CardSetupRow } from './card-setup.store.ts'
import { setUpCard } from './set-up.task.ts'

export interface NewSetUp {
  /** Locked. */
  order: OrderRow
  /** Connected, and offered for the order. */
  provider: Pick<OfferedProvider, 'id'>
  /** What was entered into the adapter's form; null without one. */
  choice: string | null
  return_url: string
  done_url: string
}

export function startSetUp(
  { work }: Pick<Work, 'work'>,
  { cardSetups }: Pick<Stores, 'cardSetups'>,
  { order, provider, choice, return_url, done_url }: NewSetUp,
): CardSetupRow {
  const setup = cardSetups.insert({
    ...cardSetups.fresh(newId('cst')),
    user_id: order.user_id,
    order_id: order.id,
    provider_id: provider.id,
    status: 'pending',
    failure: null,
    provider_reference: null,
    redirect_url: null,
  })
  enqueue(work, setUpCard, { setup_id: setup.id, choice, return_url, done_url })
  return setup
}
