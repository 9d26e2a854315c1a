import colors from 'picocolors'
import { makeProgram } from './program.ts'
import { complain, describeError } from './terminal.ts'

/** Runs the command of this process's arguments. Only `lms.mjs` calls it, after checking the version of Node. */
export async function run(): Promise<void> {
  // A reader of the output may stop reading (`lms openapi | head`); this must not end a running system.
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
