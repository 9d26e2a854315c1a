// Lines of all logs of the data folder that belong to one request, in the order of their time.
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Folder } from './folder.ts'

export interface LogLine {
  /** ISO 8601. */
  time: string
  level: number
  service: string
  msg: string
  /** The other fields of the line. */
  rest: Record<string, unknown>
}

/** The maximum number of lines for one request. */
const most = 10_000

/** The lines with the request's id, of this start and of earlier ones whose logs exist. */
export async function findLines({ logs }: Folder, requestId: string): Promise<LogLine[]> {
  const files = (await readdir(logs).catch(() => [])).filter(name => /\.log(\.\d+)?$/.test(name))
  const matches: LogLine[] = []
  for (const file of files) {
    const lines = createInterface({ input: createReadStream(join(logs, file)), crlfDelay: Infinity })
    for await (const line of lines) {
      const entry = line.includes(requestId) ? read(line) : null
      if (entry?.rest.request_id === requestId && matches.length < most) matches.push(entry)
    }
  }
  return matches.sort((one, other) => (one.time < other.time ? -1 : 1))
}

function read(line: string): LogLine | null {
  try {
    const { time, level, service = '', msg = '', ...rest } = JSON.parse(line)
    return typeof time === 'string' ? { time, level, service, msg, rest } : null
  } catch {
    return null
  }
}
