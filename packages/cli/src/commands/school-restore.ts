// `lms school restore`: brings a school back from its archive, through the platform team's API.
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Operator, Restore } from '../operator/operator.ts'
import { columns } from '../terminal.ts'
import { type OperatorOptions, withOperator, withOperatorOptions } from './operator-options.ts'

/** Bytes of one request. */
const partBytes = 512 * 1024
/** Milliseconds between two questions, and while the storage is slower than the sender. */
const betweenMs = 500

export function withRestore(school: Command): void {
  withOperatorOptions(school.command('restore <file>'))
    .description('restore a school from the archive of POST /v1/exports/full, under the id that it had')
    .requiredOption('--school <id>', 'the id of the school in the archive; nothing of it may be here')
    .option('--dry-run', 'only check the archive, and write nothing')
    .action(restore)
}

const restore = (
  file: string,
  { school, dryRun = false, ...options }: OperatorOptions & { school: string; dryRun?: boolean },
) =>
  withOperator(
    options,
    async ({ operator }) => {
      const begun = await goOn(operator, school)
      if (!begun) await upload(operator, school, file)
      await operator.runRestore(school, dryRun)
      return ended(operator, school)
    },
    textOf,
  )

/** Whether rows of an archive are being written, or were when it failed: then it goes on, and needs no bytes. */
async function goOn(operator: Operator, school: string): Promise<boolean> {
  const state = await operator.restore(school)
  return state !== null && ['restoring', 'failed', 'done'].includes(state.status)
}

async function upload(operator: Operator, school: string, path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    let { received } = await operator.beginRestore(school, size)
    const part = Buffer.alloc(partBytes)
    while (received < size) {
      const { bytesRead } = await file.read(part, 0, partBytes, received)
      if (bytesRead === 0) throw new Error(`${path} has become shorter while it was read.`)
      const content = part.subarray(0, bytesRead).toString('base64')
      const taken = await operator.sendArchive(school, { offset: received, content })
      if (taken.received === received) await pause(betweenMs)
      received = taken.received
    }
  } finally {
    await file.close()
  }
}

async function ended(operator: Operator, school: string): Promise<Restore> {
  for (;;) {
    const state = await operator.restore(school)
    if (!state) throw new Error('The restore is gone.')
    if (state.status === 'refused') throw new Error(`Nothing was written. ${state.problem}`)
    if (state.status === 'failed')
      throw new Error(`${state.problem} The school stays closed. Run the command again to go on.`)
    if (state.status === 'done' || state.status === 'checked') return state
    await pause(betweenMs)
  }
}

const textOf = ({ status, entries, rows, files, to_set }: Restore): string[] =>
  status === 'checked'
    ? [`The archive is whole, with ${entries} entries, and can be restored. Nothing was written.`]
    : [
        ...columns([
          ['rows', String(rows)],
          ['files', String(files)],
        ]),
        'The school is back. No archive has secrets, so it has to set again:',
        ...to_set.map(each => `- ${each}`),
      ]
