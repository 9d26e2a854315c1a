// The two doors' ports must be free before anything is started.
import { portIsFree } from '@lms/local'

import type { UpOptions } from './options.ts'

/** Throws an Error that names the taken ports and what to do. */
export async function checkPorts({ port, operatorPort }: UpOptions, host: string): Promise<void> {
  if (port === operatorPort && port !== 0)
    throw new Error(`--port and --operator-port are both ${port}: give them different ones.`)
  const asked = [
    { option: '--port', number: port },
    { option: '--operator-port', number: operatorPort },
  ]
  const taken: string[] = []
  for (const { option, number } of asked)
    if (number !== 0 && !(await portIsFree(number, host)))
      taken.push(`Port ${number} is taken. Stop what uses it, or choose another one with ${option}.`)
  if (taken.length) throw new Error(taken.join('\n'))
}
