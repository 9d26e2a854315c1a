// The command of this tree, as the person who installs runs it.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../architecture/sources.ts'

/** Runs `lms` to its end and returns what it printed. */
export const lms = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [join(root, 'packages/cli/lms.mjs'), ...args])).stdout
