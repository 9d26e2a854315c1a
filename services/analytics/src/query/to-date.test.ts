import type { Sum } from '../figures/figure.store.ts'
import { toDateOf } from './to-date.ts'

const sum = (by: object, amount: number, kind: Sum['kind'] = 'mrr_new'): Sum => ({
  ...{ kind, by, objects: 1, amount },
})
const period = { from: '2026-10-01', to: '2027-01-01' }
const euros = { currency: 'EUR' }

test('what was before, and each step, counts from its step on, also where nothing happens', () => {
  const opening = [sum(euros, 100)]
  const flows = [
    sum({ ...euros, month: '2026-11-01' }, 50),
    sum({ ...euros, month: '2026-11-01' }, 30, 'mrr_churn'),
    sum({ currency: 'USD', month: '2026-12-01' }, 7),
  ]
  const sums = toDateOf(opening, flows, { by: ['month', 'currency'], period })
  expect(sums.map(({ kind, by, amount }) => `${by.month} ${by.currency} ${kind} ${amount}`).sort()).toEqual([
    '2026-10-01 EUR mrr_new 100',
    '2026-11-01 EUR mrr_churn 30',
    '2026-11-01 EUR mrr_new 150',
    '2026-12-01 EUR mrr_churn 30',
    '2026-12-01 EUR mrr_new 150',
    '2026-12-01 USD mrr_new 7',
  ])
})

test('without steps it is one sum', () => {
  const sums = toDateOf([sum(euros, 100)], [sum(euros, 20)], { by: ['currency'], period })
  expect(sums).toEqual([{ kind: 'mrr_new', by: euros, objects: 2, amount: 120 }])
})
