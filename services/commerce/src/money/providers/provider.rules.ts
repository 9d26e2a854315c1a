// Pure decisions about connections to payment providers: no clock, database or request.
import { type RefusalDetail, Refused } from '@lms/contract'
import { retainedOf } from '../../objects/balance.ts'
import type { Order } from '../../objects/order.object.ts'
import type { SchoolMode } from '../../settings/commerce-settings.ts'
import type { ProviderKind } from './adapter/adapter.ts'
import { type SecretName, type Secrets, secretNames } from './adapter/call-context.ts'
import { adapters } from './adapters.ts'
import { type PaymentProvider, type ProviderHealth, refusals } from './provider.contract.ts'
import type { ProviderRow } from './provider.store.ts'

/** The secrets of a connection after a body; `made` gives those that the adapter makes by itself. */
export function secretsOf(
  kind: ProviderKind,
  { present, sent }: { present: Secrets; sent: Secrets },
  makeSecret: () => string,
): Secrets {
  const { needs, makes = [], problemOf } = adapters[kind]
  const own = Object.fromEntries(makes.filter(name => !present[name]).map(name => [name, makeSecret()]))
  const secrets: Secrets = { ...own, ...present, ...sent }
  const details = secretNames.flatMap((name): RefusalDetail[] => {
    const message = problemWith(name, secrets[name])
    return message ? [{ path: `body.secrets.${name}`, message }] : []
  })
  if (details.length) throw new Refused(refusals.provider_secrets_invalid, undefined, { details })
  return secrets

  function problemWith(name: SecretName, value: string | undefined): string | null {
    if (!needs.includes(name)) return value === undefined ? null : `the kind ${kind} does not take it`
    return value === undefined ? `the kind ${kind} needs it` : problemOf(name, value)
  }
}

/** What of a connection decides where it serves. */
interface Serving {
  readonly kind: ProviderKind
  readonly mode: SchoolMode
}

/** Whether a connection takes payments in a school of this mode. What staff record by hand belongs to both. */
export const servesIn = (school: SchoolMode, { kind, mode }: Serving): boolean =>
  kind === 'manual' || mode === school

/**
 * Whether a connection takes money for the order: a test order is paid by test payments to its end, and an order with
 * real money by none.
 */
export const takesOrder = (
  { mode }: Pick<Serving, 'mode'>,
  order: Pick<Order, 'test' | 'paid_amount' | 'refunded_amount'>,
): boolean => (mode === 'test' ? order.test || retainedOf(order) === 0 : !order.test)

interface Offered extends Serving {
  readonly id: string
  readonly active: boolean
  readonly position: number
  readonly currencies: readonly string[]
}

/** The connections that the payment page of a school in this mode offers for a currency, in their order. */
export function offeredFor<P extends Offered>(
  currency: string,
  school: SchoolMode,
  providers: readonly P[],
): P[] {
  return providers
    .filter(each => each.active && servesIn(school, each))
    .filter(({ currencies }) => currencies.length === 0 || currencies.includes(currency))
    .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1))
}

/** The path of a connection's callbacks behind the school's address; null if the provider sends none. */
export const callbackPathOf = ({ id, kind }: { id: string; kind: ProviderKind }): string | null =>
  adapters[kind].readCallback ? `/hooks/payments/${id}` : null

const unused: ProviderHealth = { status: 'unused', last_payment_at: null, last_failure: null }

/** The connection as answers show it; one without an entry in `health` was never used. */
export function visibleProvider(
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
