// The calls that save a card. `prepare` reads, `call` asks the provider under the call's own key, `finish` records. A
// crash between any two of them repeats the call under the same key, and the provider gives its first answer.
import { builder } from '../../builder.ts'
import { contextOf, sendFollowing } from '../charges/charge.run.ts'
import type { SetUpNotice, SetUpOutcome } from '../providers/adapter/adapter.ts'
import { adapters } from '../providers/adapters.ts'
import { lookAtCard, recordSetUp } from './record-set-up.ts'
import { forgetCardSetup, lookUpCard, setUpCard } from './set-up.task.ts'

const unavailableFailure = {
  class: 'unavailable',
  message: 'The provider has not answered for hours.',
} as const
const none = { class: 'other', message: 'This provider saves no cards.' } as const

export const setUpCall = builder.externalCall(setUpCard, {
  prepare: async ({ payload }, { cardSetups, providers, orders }) => {
    const setup = await cardSetups.find(payload.setup_id)
    // Its person was erased meanwhile, or a callback came before the answer.
    if (setup?.status !== 'pending') return null
    const [provider, order] = await Promise.all([
      providers.get(setup.provider_id),
      orders.get(setup.order_id),
    ])
    return { payload, provider, currency: order.currency, number: order.number }
  },

  call: async (request, outside): Promise<SetUpOutcome | null> => {
    if (!request) return null
    const { payload, provider, currency, number } = request
    const { setUp } = adapters[provider.kind]
    if (!setUp) return { status: 'failed', reference: null, failure: none }
    const { setup_id, choice, return_url, done_url } = payload
    const providerRequest = {
      setup_id,
      currency,
      description: `Order ${number}`,
      choice,
      return_url,
      done_url,
    }
    return setUp(providerRequest, contextOf(provider, outside))
  },

  finish: async ({ payload, outcome, ...ctx }, stores) => {
    const storedSetup = outcome && (await stores.cardSetups.find(payload.setup_id))
    if (!storedSetup) return
    const setup = await recordSetUp(ctx, stores, storedSetup, outcome)
    const provider = await stores.providers.get(storedSetup.provider_id)
    sendFollowing(ctx, provider, outcome, { setup_id: storedSetup.id })
    if (setup.status === 'pending' && outcome.reference && adapters[provider.kind].lookUp)
      lookAtCard(ctx, setup, outcome.reference)
  },

  // If the provider has saved the card all the same, its callback makes the attempt succeed.
  failed: async ({ payload, ...ctx }, stores) => {
    const storedSetup = await stores.cardSetups.find(payload.setup_id)
    if (storedSetup)
      await recordSetUp(ctx, stores, storedSetup, {
        status: 'failed',
        reference: null,
        failure: unavailableFailure,
      })
  },
})

export const lookUpCardCall = builder.externalCall(lookUpCard, {
  prepare: async ({ payload }, { cardSetups, providers }) => {
    const setup = await cardSetups.find(payload.setup_id)
    if (!setup || setup.status === 'succeeded') return null
    return { provider: await providers.get(setup.provider_id), reference: payload.reference }
  },

  call: async (prepared, outside): Promise<SetUpNotice | null> => {
    if (!prepared) return null
    const { provider, reference } = prepared
    const notice = await adapters[provider.kind].lookUp?.(reference, contextOf(provider, outside))
    return notice?.of === 'setup' ? notice : null
  },

  finish: async ({ payload, outcome: notice, ...ctx }, stores) => {
    const setup = await stores.cardSetups.find(payload.setup_id)
    // The reference of another attempt is none of this one.
    if (!setup || !notice?.outcome || notice.setup_id !== setup.id) return
    const recorded = await recordSetUp(ctx, stores, setup, notice.outcome)
    if (recorded.status === 'pending') lookAtCard(ctx, recorded, payload.reference, payload.look)
  },
})

export const forgetCardSetupTask = builder.task(forgetCardSetup, async ({ payload }, { cardSetups }) => {
  const setup = await cardSetups.find(payload.setup_id)
  if (setup) cardSetups.remove(await cardSetups.lock(setup.id))
})
