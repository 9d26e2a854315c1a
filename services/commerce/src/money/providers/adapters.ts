// All payment providers.
import type { Adapter, ProviderKind } from './adapter/adapter.ts'
import { manual } from './manual.ts'
import { sandbox } from './sandbox/sandbox.ts'
import { stripe } from './stripe/stripe.ts'

export const adapters: Readonly<Record<ProviderKind, Adapter>> = { manual, test: sandbox, stripe }
