// Records what a provider says of an attempt to save a card. The answer to a call and a callback come here alike, in any
// order and any number of times. Locks are taken in the order person, order, attempt, subscription.
import { isId } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { chargeMove } from '../charges/charge.rules.ts'
import { maxLooks } from '../charges/charge.task.ts'
import { lookAgain } from '../charges/schedule-look-up.ts'
import { saveMethod } from '../payment-methods/save-method.ts'
import type { SetUpNotice, SetUpOutcome } from '../providers/adapter/adapter.ts'
import { servesIn } from '../providers/provider.rules.ts'
import type { ProviderRow } from '../providers/provider.store.ts'
import type { CardSetupRow } from './card-setup.store.ts'
import { lookUpCard } from './set-up.task.ts'

/**
 * Records the outcome of an attempt; gives the attempt as it is now. A card that a person has saved pays what the order has
 * started. That of a person who has left, or of the other mode of the school, is not kept.
 */
export async function recordSetUp(
  ctx: Work,
  stores: Stores,
  seen: CardSetupRow,
  outcome: SetUpOutcome,
): Promise<CardSetupRow> {
  const { cardSetups, orders, people, settings, providers, consequences } = stores
  const succeeds = outcome.status === 'succeeded'
  const present = succeeds && (await people.holdPresent(seen.user_id))
  const [order, setup, provider, { sales }] = await Promise.all([
    orders.lock(seen.order_id),
    cardSetups.lock(seen.id),
    providers.get(seen.provider_id),
    // Held: of a test card and of going live, one sees the other.
    succeeds ? settings.hold() : settings.get(),
  ])
  const provider_reference = outcome.reference ?? setup.provider_reference
  const move = chargeMove(setup.status, outcome.status)
  if (move === 'fail' && outcome.status === 'failed')
    return cardSetups.move(setup, 'fail', {
      provider_reference,
      redirect_url: null,
      failure: outcome.failure,
    })
  if (move === 'succeed' && outcome.status === 'succeeded') {
    const done = { provider_reference, redirect_url: null, failure: null }
    const saved = cardSetups.move(setup, 'succeed', done)
    const keeps = present && setup.user_id === order.user_id && servesIn(sales.mode, provider)
    if (!keeps) return saved
    const owner = { user_id: setup.user_id, provider_id: provider.id }
    const method = saveMethod(ctx, stores, { ...owner, saved: outcome.saved })
    await consequences.afterCardSaved({ order, method, test: provider.mode === 'test' }, ctx, stores)
    return saved
  }
  if (outcome.status === 'pending' && setup.status === 'pending')
    return cardSetups.save(setup, {
      provider_reference,
      redirect_url: outcome.redirect_url,
    })
  return setup
}

/** Enqueues the next look at an attempt, while one is left. */
export function lookAtCard(
  ctx: Pick<Work, 'work' | 'runtime'>,
  { id }: Pick<CardSetupRow, 'id'>,
  reference: string,
  look = 0,
): void {
  lookAgain(ctx, lookUpCard, { setup_id: id, reference, look })
}

/** Records a notice of a callback; one about an attempt with another connection, or about none, changes nothing. */
export async function recordSetUpNotice(
  ctx: Work,
  stores: Stores,
  { id }: Pick<ProviderRow, 'id'>,
  { setup_id, reference, outcome }: SetUpNotice,
): Promise<void> {
  const { cardSetups } = stores
  const hasSetupId = setup_id !== null && isId('cst', setup_id)
  const setup = hasSetupId ? await cardSetups.find(setup_id) : await cardSetups.ofReference(id, reference)
  if (setup?.provider_id !== id) return
  if (outcome) await recordSetUp(ctx, stores, setup, outcome)
  else if (setup.status !== 'succeeded')
    enqueue(ctx.work, lookUpCard, { setup_id: setup.id, reference, look: maxLooks })
}
