// What a school spends besides requests: what its changes give others to do. The gateway keeps a budget of each kind.

/** The kinds of budget. */
export const budgets = ['event', 'delivery', 'task'] as const
export type Budget = (typeof budgets)[number]

/** How much of each was spent. */
export type Cost = Readonly<Record<Budget, number>>

export const noCost: Cost = { event: 0, delivery: 0, task: 0 }

/** Both together. */
export const sumOf = (one: Cost, other: Cost): Cost => ({
  event: one.event + other.event,
  delivery: one.delivery + other.delivery,
  task: one.task + other.task,
})
