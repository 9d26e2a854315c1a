// By what sums of days are divided. All dimensions at once would make as many sums as there are facts: so they are summed up
// several times, each time by some that are asked for together.
import { type FactDimension, type FactKind, stampedKinds } from './fact.ts'

interface Division {
  readonly by: readonly FactDimension[]
  /** The kinds of facts that are summed up so; null for all. */
  readonly kinds: readonly FactKind[] | null
}

/** The coarsest ones first: a query reads the first one that has its dimensions. */
export const divisions = {
  plain: {
    by: ['currency', 'offer_id', 'course_id', 'lesson_id', 'webinar_id', 'channel'],
    kinds: null,
  },
  channel: { by: ['currency', 'source', 'medium', 'campaign'], kinds: [...stampedKinds, 'form'] },
  last_channel: { by: ['currency', 'last_source', 'last_medium', 'last_campaign'], kinds: stampedKinds },
  sale: { by: ['currency', 'method', 'partner_id', 'promo_code_id', 'country'], kinds: stampedKinds },
  page: { by: ['currency', 'source', 'medium', 'campaign', 'page'], kinds: [...stampedKinds, 'form'] },
  cohort: { by: ['currency', 'source', 'medium', 'campaign', 'cohort'], kinds: stampedKinds },
} as const satisfies Record<string, Division>
export type DivisionName = keyof typeof divisions
export const divisionNames = Object.keys(divisions) as DivisionName[]

/** Behind the name of a division: its sums of months. */
export const ofMonths = '/month'

/** Kinds that are counted by day and by all of their dimensions where they are kept. */
const countedByDay: readonly FactKind[] = ['visitor']

/** The division whose sums tell these kinds of facts apart by these dimensions; null: only the facts do. */
export function divisionOf(
  kinds: readonly FactKind[],
  dimensions: readonly FactDimension[],
): DivisionName | null {
  const has = (all: readonly string[], some: readonly string[]) => some.every(each => all.includes(each))
  const found = divisionNames.find(name => {
    const { by, kinds: own }: Division = divisions[name]
    const summed = kinds.filter(kind => !countedByDay.includes(kind))
    return has(by, dimensions) && (own === null || has(own, summed))
  })
  return found ?? null
}
