// All that processes under test log, at the level that tells the most, in place of their output.
import { type Logger, symbols } from 'pino'

export interface Heard {
  lines(): readonly string[]
  /** Logs go where they went before. */
  stop(): void
}

export function hear(logs: readonly Logger[]): Heard {
  const lines: string[] = []
  const before = logs.map(log => {
    const internals = log as unknown as Record<symbol, unknown>
    const [stream, level] = [internals[symbols.streamSym], log.level]
    internals[symbols.streamSym] = { write: (line: string) => void lines.push(line) }
    log.level = 'trace'
    return () => {
      internals[symbols.streamSym] = stream
      log.level = level
    }
  })
  return {
    lines: () => lines,
    stop: () => {
      for (const back of before) back()
    },
  }
}
