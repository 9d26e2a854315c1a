// The user's request to end: the first Ctrl-C ends everything in good order, the second at once.

export interface Ending {
  /** Aborted at the first request. */
  readonly signal: AbortSignal
  /** Resolves at the first request. */
  readonly requested: Promise<void>
  dispose(): void
}

/** npm passes on a Ctrl-C that the terminal has already sent: two within this time count as one. */
const echoMs = 1000

export function watchEnding(onForce: () => void): Ending {
  const controller = new AbortController()
  const requested = new Promise<void>(resolve => controller.signal.addEventListener('abort', () => resolve()))
  let first = 0
  const wish = () => {
    if (!controller.signal.aborted) {
      first = performance.now()
      controller.abort(new Error('ended on request'))
    } else if (performance.now() - first > echoMs) onForce()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, wish)
  return {
    signal: controller.signal,
    requested,
    dispose: () => {
      for (const signal of signals) process.off(signal, wish)
    },
  }
}
