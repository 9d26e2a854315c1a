// The work that the changes of a school cause. The gateway keeps a budget for each kind.

/** The kinds of budget. */
export const budgets = ['event', 'delivery', 'task'] as const
export type Budget = (typeof budgets)[number]

/** The amount of each kind. */
export type Cost = Readonly<Record<Budget, number>>

export const noCost: Cost = { event: 0, delivery: 0, task: 0 }

/** The sum of both. */
export const sumOf = (one: Cost, other: Cost): Cost => ({
  event: one.event + other.event,
  delivery: one.delivery + other.delivery,
  task: one.task + other.task,
})
