import colors from 'picocolors'
import { makeProgram } from './program.ts'
import { complain, describeError } from './terminal.ts'

/** Does what the arguments of this process say. Called by `lms.mjs` alone, which has looked at the version of Node. */
export async function run(): Promise<void> {
  // Who reads along may stop reading (`lms openapi | head`); that must not end a system that runs.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  try {
    await makeProgram().parseAsync()
  } catch (error) {
    complain(`${colors.red('error:')} ${describeError(error)}`)
    process.exit(1)
  }
}
