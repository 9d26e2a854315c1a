// Errors in the logs of the processes under test: faults that no answer showed.
import type { Logger } from 'pino'

export interface Complaints {
  /** Throws where there was a complaint, of a request or of any; those heard after it are forgotten. */
  expectNone(requestId?: string): void
}

/** Listens to what is logged as an error, whatever the level of the log. */
export function listen(logs: readonly Logger[]): Complaints {
  const heard: { request_id?: string; text: string }[] = []
  for (const log of logs)
    log.error = ((line: { request_id?: string; err?: Error } | string, text?: string) => {
      const entry = typeof line === 'string' ? { text: line } : line
      const logText = `${text ?? ''} ${(entry as { err?: Error }).err?.stack ?? JSON.stringify(entry)}`
      heard.push({
        ...('request_id' in entry ? { request_id: entry.request_id } : {}),
        text: logText,
      } as never)
    }) as never
  return {
    expectNone: requestId => {
      const at = heard.findIndex(one => requestId === undefined || one.request_id === requestId)
      if (at < 0) return
      const [logged] = heard.splice(at)
      throw new Error(`An error was logged: ${logged!.text}`)
    },
  }
}
