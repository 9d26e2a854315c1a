// Both ports of the gateway must be free before anything starts.
import { type PortState, portState } from '@lms/local'

import type { UpOptions } from './options.ts'

const problems: Readonly<Record<Exclude<PortState, 'free'>, (port: number, option: string) => string>> = {
  taken: (port, option) =>
    `Port ${port} is in use. Stop the program that uses it, or choose another port with ${option}.`,
  forbidden: (port, option) =>
    `You have no permission to listen on port ${port}. Choose one from 1024 up with ${option}.`,
}

/** Throws an Error that names the unavailable ports, and what to do. */
export async function checkPorts(
  { port, operatorPort }: Pick<UpOptions, 'port' | 'operatorPort'>,
  host: string,
  stateOf: typeof portState = portState,
): Promise<void> {
  if (port === operatorPort && port !== 0)
    throw new Error(`--port and --operator-port are both ${port}. Choose different ports.`)
  const candidates = [
    { option: '--port', number: port },
    { option: '--operator-port', number: operatorPort },
  ]
  const faults: string[] = []
  for (const { option, number } of candidates) {
    const state = number === 0 ? 'free' : await stateOf(number, host)
    if (state !== 'free') faults.push(problems[state](number, option))
  }
  if (faults.length) throw new Error(faults.join('\n'))
}
