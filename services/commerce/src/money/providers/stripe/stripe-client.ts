// The client of Stripe's API, and what becomes of its errors.
import type { default as Stripe } from 'stripe'
import type { CallContext } from '../adapter/call-context.ts'
import { isUnknown } from './stripe-failures.ts'

/** The address of Stripe's API; another one is for a double. */
export const stripeSetting = {
  name: 'LMS_STRIPE_URL',
  about: "The address of Stripe's API, if it is not Stripe's own: a double for tests.",
  example: 'http://127.0.0.1:12111',
} as const

/** Less than the deadline of a call, so that the library ends its request before the call is given up. */
const answerMs = 15_000
// The library takes 21 MB: a process without a school on Stripe does not load it.
let loaded: Promise<typeof Stripe> | null = null
/** The library, once it is needed. */
export function library(): Promise<typeof Stripe> {
  loaded ??= import('stripe').then(({ default: Stripe }) => Stripe)
  return loaded
}

async function clientOf({ secrets, settings }: Pick<CallContext, 'secrets' | 'settings'>): Promise<Stripe> {
  const Library = await library()
  const { hostname, port, protocol } = new URL(settings.LMS_STRIPE_URL || 'https://api.stripe.com')
  return new Library(secrets.api_key ?? '', {
    // A failed call is repeated by its task.
    maxNetworkRetries: 0,
    timeout: answerMs,
    telemetry: false,
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port && { port }),
  })
}

/** The answer of Stripe, or `refused` of its error; throws where Stripe gave none. */
export async function answered<Answer, Refusal>(
  context: CallContext,
  call: (client: Stripe) => Promise<Answer>,
  refused: (error: unknown) => Refusal,
): Promise<Answer | Refusal> {
  const client = await clientOf(context)
  try {
    return await call(client)
  } catch (error) {
    if (isUnknown(error)) throw withoutSecrets(error)
    return refused(error)
  }
}

/** The error of a task is stored and shown: only its code. */
const withoutSecrets = (error: unknown) => {
  const { code, type, statusCode } = error as { code?: string; type?: string; statusCode?: number }
  return Object.assign(new Error('Stripe did not answer.'), {
    code: `stripe_${code ?? (statusCode ? statusCode : (type ?? 'away'))}`.toLowerCase().slice(0, 60),
  })
}
