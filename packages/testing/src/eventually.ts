// Waiting for what happens by itself, without sleeping for a guessed time.
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Asks again and again until `ask` gives something other than null, undefined or false, and gives that.
 * After `withinMs` (milliseconds) it throws, naming what it waited for and the last error.
 */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T> | T,
  withinMs = 30_000,
): Promise<Exclude<NonNullable<T>, false>> {
  const until = performance.now() + withinMs
  let last: unknown
  for (;;) {
    try {
      const found = await ask()
      if (found !== null && found !== undefined && found !== false) return found as never
    } catch (error) {
      last = error
    }
    if (performance.now() > until)
      throw new Error(`Waited ${withinMs} ms in vain for ${what}.`, { cause: last })
    await pause(20)
  }
}
