/** A pause that a wake can end early, also one that came just before the pause. */
export interface Pauser {
  wake(): void
  pause(ms: number): Promise<void>
}

export function pauser(): Pauser {
  let resolveNow: (() => void) | null = null
  let woken = false
  return {
    wake: () => {
      woken = true
      resolveNow?.()
    },
    pause: ms =>
      new Promise<void>(resolve => {
        if (woken) {
          woken = false
          return resolve()
        }
        const timer = setTimeout(() => resolveNow?.(), ms)
        resolveNow = () => {
          woken = false
          resolveNow = null
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
