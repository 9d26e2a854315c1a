// Waits for a condition without a guessed sleep.
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Repeats `ask` until it returns something other than null, undefined or false, and returns that. A number is no answer,
 * because zero could mean either. After `withinMs` (milliseconds) it throws, with the condition and the last error.
 */
export async function eventually<T extends object | string | boolean | null | undefined>(
  what: string,
  ask: () => Promise<T> | T,
  withinMs = 120_000,
): Promise<Exclude<NonNullable<T>, false>> {
  const until = performance.now() + withinMs
  let last: unknown
  for (;;) {
    try {
      const answer = await ask()
      if (answer !== null && answer !== undefined && answer !== false) return answer as never
    } catch (error) {
      last = error
    }
    if (performance.now() > until)
      throw new Error(`Waited ${withinMs} ms in vain for ${what}.`, { cause: last })
    await pause(20)
  }
}
