// Pure decisions about connections to payment providers: no clock, database or request.
import { type RefusalDetail, Refused } from '@lms/contract'
import type { ProviderKind } from './adapter.ts'
import { adapters } from './adapters.ts'
import { type SecretName, type Secrets, secretNames } from './call-context.ts'
import { type PaymentProvider, type ProviderHealth, refusals } from './provider.contract.ts'
import type { ProviderRow } from './provider.store.ts'

/** The secrets of a connection after a body; `made` gives those that the adapter makes by itself. */
export function secretsOf(
  kind: ProviderKind,
  { present, given }: { present: Secrets; given: Secrets },
  made: () => string,
): Secrets {
  const { needs, makes = [], problemOf } = adapters[kind]
  const own = Object.fromEntries(makes.filter(name => !present[name]).map(name => [name, made()]))
  const secrets: Secrets = { ...own, ...present, ...given }
  const details = secretNames.flatMap((name): RefusalDetail[] => {
    const message = problemWith(name, secrets[name])
    return message ? [{ path: `body.secrets.${name}`, message }] : []
  })
  if (details.length) throw new Refused(refusals.provider_secrets_unfit, undefined, { details })
  return secrets

  function problemWith(name: SecretName, value: string | undefined): string | null {
    if (!needs.includes(name)) return value === undefined ? null : `the kind ${kind} does not take it`
    return value === undefined ? `the kind ${kind} needs it` : problemOf(name, value)
  }
}

interface Offered {
  readonly id: string
  readonly active: boolean
  readonly mode: 'test' | 'live'
  readonly position: number
  readonly currencies: readonly string[]
}

/**
 * The connections that the payment page offers for a currency, in their order. A test connection is offered only while
 * no live one is active: a test card would pay for the order, and no money would come.
 */
export function offeredFor<P extends Offered>(currency: string, providers: readonly P[]): P[] {
  const active = providers.filter(({ active }) => active)
  const live = active.some(({ mode }) => mode === 'live')
  return active
    .filter(({ mode }) => mode === 'live' || !live)
    .filter(({ currencies }) => currencies.length === 0 || currencies.includes(currency))
    .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1))
}

/** The path of a connection's callbacks behind the school's address; null if the provider sends none. */
export const callbackPathOf = ({ id, kind }: { id: string; kind: ProviderKind }): string | null =>
  adapters[kind].readCallback ? `/hooks/payments/${id}` : null

const unused: ProviderHealth = { status: 'unused', last_payment_at: null, last_failure: null }

/** The connection as answers show it; one without an entry in `health` was never used. */
export function shown(
  { school_id: _, sealed: __, ...row }: ProviderRow,
  health?: ReadonlyMap<string, ProviderHealth>,
): PaymentProvider {
  return { ...row, callback_path: callbackPathOf(row), health: health?.get(row.id) ?? unused }
}

/** The fields that a body of changes has. */
export const withoutAbsent = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
