/** What became of messages, and what people did with them. */
export interface Reactions {
  audience: number
  sent: number
  delivered: number
  opened: number
  prefetched: number
  clicked: number
  unsubscribed: number
  refused: number
  unknown: number
  removed: number
  skipped: number
  waiting: number
}

const ended = ['sent', 'refused', 'unknown', 'removed', 'skipped'] as const

/** Sums rows of step, variant, status and numbers: all, delivered, opened, clicked, unsubscribed, prefetched. */
export function reactionsBy(
  rows: readonly (readonly (string | null)[])[],
): (step: number, variant: number) => Reactions {
  const sums = new Map<string, Reactions>()
  for (const [step, variant, status, ...numbers] of rows) {
    const sum = sums.get(`${step} ${variant}`) ?? none()
    const [all, delivered, opened, clicked, unsubscribed, prefetched] = numbers.map(Number) as [
      number,
      ...number[],
    ]
    sum.audience += all
    sum.delivered += delivered!
    sum.opened += opened!
    sum.prefetched += prefetched!
    sum.clicked += clicked!
    sum.unsubscribed += unsubscribed!
    sum[ended.find(name => name === status) ?? 'waiting'] += all
    sums.set(`${step} ${variant}`, sum)
  }
  return (step, variant) => sums.get(`${step} ${variant}`) ?? none()
}

const none = (): Reactions => ({
  audience: 0,
  sent: 0,
  delivered: 0,
  opened: 0,
  prefetched: 0,
  clicked: 0,
  unsubscribed: 0,
  refused: 0,
  unknown: 0,
  removed: 0,
  skipped: 0,
  waiting: 0,
})
