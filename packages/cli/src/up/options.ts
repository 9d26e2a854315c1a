// What `lms up` is asked for.
import { InvalidArgumentError } from 'commander'

export interface UpOptions {
  port: number
  operatorPort: number
  data: string
  reset: boolean
  single: boolean
}

/** A TCP port from the command line; 0 takes a free one. */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535))
    throw new InvalidArgumentError('Give a number from 1 to 65535, or 0 for a free port.')
  return port
}
