// The options of `lms up`.
import { InvalidArgumentError } from 'commander'

export interface UpOptions {
  port: number
  operatorPort: number
  data: string
  reset: boolean
  /** Each service as a process of its own; else all of them are one. */
  processes: boolean
}

/** The platform team's port by default: the one after the schools', so that a second system needs one flag. */
export function operatorPortBeside(port: number): number {
  if (port === 0) return 0
  return port === 65_535 ? port - 1 : port + 1
}

/** A TCP port from the command line; 0 chooses a free one. */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535))
    throw new InvalidArgumentError('Give a number from 1 to 65535, or 0 for a free port.')
  return port
}
