// `lms school restore`: brings a school back from its archive, through the platform team's API.
import { open, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { digestOf } from '../file-digest.ts'
import type { Restore } from '../operator/answers.ts'
import type { Operator } from '../operator/operator.ts'
import { columns } from '../terminal.ts'
import { type OperatorOptions, withOperator, withOperatorOptions } from './operator-options.ts'

/** Bytes of one request. */
const partBytes = 512 * 1024
/** Milliseconds between two questions, and while the storage is slower than the sender. */
const betweenMs = 500

interface RestoreOptions extends OperatorOptions {
  readonly school: string
  readonly dryRun?: boolean
  readonly giveUp?: boolean
}

export function withRestore(school: Command): void {
  withOperatorOptions(school.command('restore [file]'))
    .description('restore a school from the archive of POST /v1/exports/full, under the id that it had')
    .requiredOption('--school <id>', 'the id of the school in the archive; nothing of it may be here')
    .option('--dry-run', 'only check the archive, and write nothing')
    .option('--give-up', 'remove what an unfinished restore has brought back, so that another one can begin')
    .action(restore)
}

const restore = (file: string | undefined, options: RestoreOptions) =>
  withOperator(
    options,
    ({ operator }) => (options.giveUp ? giveUp(operator, options.school) : run(operator, file, options)),
    textOf,
  )

async function run(operator: Operator, file: string | undefined, { school, dryRun = false }: RestoreOptions) {
  if (file !== undefined) await requireZip(file)
  const state = await operator.restore(school)
  const goesOn = state !== null && isBegun(state)
  if (goesOn && file !== undefined) await requireSame(file, state)
  if (!goesOn && file === undefined) throw new Error('Name the file of the archive.')
  if (!goesOn) await upload(operator, school, file!)
  await operator.runRestore(school, dryRun)
  return ended(operator, school)
}

/** What a ZIP file begins with. */
const zipBegin = Buffer.from('PK\x03\x04', 'latin1')

/** Refuses a file that is no archive before anything of it is sent. */
async function requireZip(path: string): Promise<void> {
  const file = await open(path)
  const begin = Buffer.alloc(zipBegin.length)
  const { bytesRead } = await file.read(begin, 0, begin.length, 0).finally(() => file.close())
  if (!begin.subarray(0, bytesRead).equals(zipBegin))
    throw new Error(
      `${path} is no archive: it is no ZIP file. An archive of a school comes from POST /v1/exports/full.`,
    )
}

/** Whether all bytes have arrived and it goes on by itself, or does so when it is run again. */
const isBegun = ({ status }: Restore) =>
  ['checking', 'restoring', 'failed', 'removing', 'done'].includes(status)

/** Refuses another archive than the one that is being restored, or was: nothing of it would come in. */
async function requireSame(path: string, { size, sha256, status }: Restore): Promise<void> {
  const other = (await stat(path)).size
  const isOfSameSize = other === size
  // An archive that was sent without its hash is known by its size alone.
  if (isOfSameSize && (sha256 === null || (await digestOf(path)) === sha256)) return
  const archives = isOfSameSize
    ? `${path} has as many bytes as that archive, and other ones`
    : `${path} has ${other} bytes, that archive ${size}`
  throw new Error(
    status === 'done'
      ? `The school is back already, from another archive: ${archives}. Nothing was changed.`
      : `Another archive is being restored: ${archives}. Leave the file out to go on with that one, or remove what has come back with --give-up.`,
  )
}

async function giveUp(operator: Operator, school: string): Promise<Restore> {
  await operator.giveRestoreUp(school)
  return ended(operator, school)
}

async function upload(operator: Operator, school: string, path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    let { received } = await operator.beginRestore(school, { size, sha256: await digestOf(path) })
    const part = Buffer.alloc(partBytes)
    while (received < size) {
      const { bytesRead } = await file.read(part, 0, partBytes, received)
      if (bytesRead === 0) throw new Error(`${path} has become shorter while it was read.`)
      const content = part.subarray(0, bytesRead).toString('base64')
      const progress = await operator.sendArchive(school, { offset: received, content })
      if (progress.received === received) await pause(betweenMs)
      received = progress.received
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
    if (state.status === 'failed') throw new Error(`${state.problem} ${afterFailure(state, school)}`)
    if (['done', 'checked', 'removed'].includes(state.status)) return state
    await pause(betweenMs)
  }
}

const afterFailure = ({ part }: Restore, school: string) =>
  part === 'storing' || part === 'check'
    ? 'Nothing was written. Run the command again.'
    : `The school stays closed. Run the command again to go on from here, or remove what has come back with: lms school restore --give-up --school ${school}`

const textOf = (state: Restore): string[] =>
  state.status === 'removed'
    ? [
        'Nothing of the school is here any more. Restore it again with: lms school restore <file> --school <id>',
      ]
    : textOfArchive(state)

const textOfArchive = ({ status, entries, rows, files, to_set }: Restore): string[] =>
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
