import { dueReminders, partReminders, trialReminderAt } from './reminder.rules.ts'

const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T10:00:00.000+00:00`

test.each([
  [day(1), day(15), 3, day(12)],
  [day(1), day(5), 3, day(3)],
  [day(1), day(3), 3, day(2)],
])(
  'free days from %s to %s are reminded of %i days before the end, or half-way: %s',
  (starts_at, ends_at, days, at) => {
    expect(trialReminderAt({ starts_at, ends_at }, days)).toBe(at)
  },
)

const settings = { part_days: 3, overdue_days: 1 }
const order = {
  status: 'waiting_payment' as const,
  amount: 300,
  paid_amount: 0,
  refunded_amount: 0,
  instalments: [
    { due_at: day(1), amount: 100 },
    { due_at: day(10), amount: 100 },
    { due_at: day(20), amount: 100 },
  ],
}
const summaryOf = (all: ReturnType<typeof partReminders>) =>
  all.map(({ kind, at, amount }) => [kind, at, amount])

test('each part that is not paid has a reminder before and one after it is due', () => {
  expect(summaryOf(partReminders({ ...order, paid_amount: 150 }, settings))).toEqual([
    ['part_due', day(7), 50],
    ['part_overdue', day(11), 50],
    ['part_due', day(17), 100],
    ['part_overdue', day(21), 100],
  ])
  expect(
    summaryOf(partReminders({ ...order, paid_amount: 200 }, { part_days: null, overdue_days: 1 })),
  ).toEqual([['part_overdue', day(21), 100]])
  for (const status of ['paid', 'canceled', 'refunded', 'expired'] as const)
    expect(partReminders({ ...order, status }, settings)).toEqual([])
  expect(partReminders({ ...order, status: 'expired', paid_amount: 200 }, settings)).toHaveLength(2)
})

test('a reminder is due once its time has come, one of a part to come not after it', () => {
  const all = partReminders(order, settings)
  const due = (after: string, now: string) =>
    summaryOf(dueReminders(all, after, now)).map(([kind, at]) => [kind, at])
  expect(due(day(1), day(1))).toEqual([])
  expect(due(day(1), day(7))).toEqual([
    ['part_overdue', day(2)],
    ['part_due', day(7)],
  ])
  expect(due(day(7), day(12))).toEqual([['part_overdue', day(11)]])
  expect(due(day(12), day(16))).toEqual([])
})
