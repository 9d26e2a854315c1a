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
      const given = typeof line === 'string' ? { text: line } : line
      const shown = `${text ?? ''} ${(given as { err?: Error }).err?.stack ?? JSON.stringify(given)}`
      heard.push({ ...('request_id' in given ? { request_id: given.request_id } : {}), text: shown } as never)
    }) as never
  return {
    expectNone: requestId => {
      const at = heard.findIndex(one => requestId === undefined || one.request_id === requestId)
      if (at < 0) return
      const [found] = heard.splice(at)
      throw new Error(`An error was logged: ${found!.text}`)
    },
  }
}
