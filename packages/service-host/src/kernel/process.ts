// The common part of all processes: log, beginning and end.
import { once } from 'node:events'
import { type Logger, pino } from 'pino'

/** How long running work may take to finish when a process ends. */
export const drainMs = 10_000

export const makeLog = (service: string, level: string): Logger =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.secret', '*.api_key', 'headers.authorization'],
  })

/**
 * If LMS_START_ON_INPUT is 1, waits for a line of standard input: the parent process prepares what this one needs while it
 * loads its code. Without such a parent any more, ends the process.
 */
export async function waitForParent(): Promise<void> {
  if (process.env.LMS_START_ON_INPUT !== '1') return
  const exit = () => process.exit(1)
  process.stdin.once('end', exit)
  await once(process.stdin, 'data')
  // The end of the input is kept for `endOnSignal`, which may not listen yet.
  process.stdin.off('end', exit).pause()
}

/**
 * Stops in good order and ends the process on SIGTERM or SIGINT. If LMS_STOP_ON_STDIN_END is 1, also when standard
 * input ends, which happens when the parent process is gone.
 */
export function endOnSignal(log: Logger, stop: () => Promise<void>): void {
  let isEnding = false
  const end = (reason: string) => {
    if (isEnding) return
    isEnding = true
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), drainMs + 5000).unref()
    stop().then(
      () => process.exit(0),
      error => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', () => end('SIGTERM'))
  process.once('SIGINT', () => end('SIGINT'))
  if (process.env.LMS_STOP_ON_STDIN_END !== '1') return
  const onInputEnd = () => end('standard input ended')
  process.stdin.once('end', onInputEnd).once('error', onInputEnd).resume()
}
