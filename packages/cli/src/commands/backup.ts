// `lms backup`: takes a backup, says what is missing or old, and brings one back.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { BackupSource } from '../backup/backup.ts'
import type { Settled } from '../backup/settle.ts'
import { databasesIn } from '../databases.ts'
import { serviceNames } from '../services.ts'
import { say, sayJson } from '../terminal.ts'

const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`
const environmentNeeded = `
Needs DATABASE_URL (or DATABASE_URL_<SERVICE>) of the owner, and LMS_SECRET_KEYS; LMS_STORAGE if files are in a folder.`

export function backupCommand(program: Command): void {
  const backup = program.command('backup').description('take, check and bring back a backup of everything')
  backup
    .command('take')
    .description('take a base backup of each server of Postgres, and copy the files that are new')
    .requiredOption('--to <folder>', 'where backups are, each in a folder of its own')
    .option('--keep <count>', 'how many backups stay', '7')
    .option('--json', 'answer with JSON')
    .addHelpText('after', environmentNeeded)
    .action(async ({ to, keep, json }: { to: string; keep: string; json?: boolean }) => {
      const { takeBackup } = await import('../backup/backup.ts')
      const taken = await takeBackup(await sourceOf(process.env), to, wholeNumber('--keep', keep))
      if (json) return sayJson(taken)
      for (const { name, bytes, services } of taken.servers)
        say(`${name} (${services.join(', ')}): ${mebibytes(bytes)}`)
      const { files } = taken
      say(
        files
          ? `files: ${files.files}, of which ${files.copied} are new`
          : 'files: in a bucket, whose versions are their backup',
      )
      say('Keep the ring of secrets (LMS_SECRET_KEYS) apart: it is not in the backup.')
    })
  backup
    .command('check')
    .description('say what is missing or old; ends with an error if anything is')
    .requiredOption('--from <folder>', 'where backups are')
    .requiredOption(
      '--archive <folder>',
      'where archived segments of the log are; of several servers a folder each',
    )
    .option('--hours <count>', 'the newest backup may be so old', '25')
    .option('--minutes <count>', 'a segment must have been archived within this time', '15')
    .option('--verify', 'read every byte of the newest backup')
    .option('--metrics <file>', 'also write it for Prometheus')
    .option('--json', 'answer with JSON')
    .addHelpText('after', environmentNeeded)
    .action(async (options: CheckOptions) => {
      const { checkBackup, metricsText } = await import('../backup/check.ts')
      const bounds = {
        archive: options.archive,
        hours: wholeNumber('--hours', options.hours),
        minutes: wholeNumber('--minutes', options.minutes),
        verifies: options.verify ?? false,
      }
      const check = await checkBackup(await sourceOf(process.env), options.from, bounds)
      if (options.metrics) {
        writeFileSync(`${options.metrics}.new`, metricsText(check))
        renameSync(`${options.metrics}.new`, options.metrics)
      }
      if (check.problems.length) process.exitCode = 1
      if (options.json) return sayJson(check)
      for (const problem of check.problems) say(problem)
      if (check.problems.length === 0) say('The backup is complete and fresh.')
    })
  backup
    .command('restore')
    .description('make the folder of a Postgres server that replays its log up to a time')
    .requiredOption('--from <folder>', 'where backups are')
    .requiredOption('--archive <folder>', 'where archived segments of its log are')
    .requiredOption('--to <folder>', 'the new folder of its data, which must be empty')
    .option('--time <time>', 'up to when: 2026-11-30T12:00:00Z (default: everything that was archived)')
    .option('--server <name>', 'of several servers the one', 'postgres-1')
    .option('--json', 'answer with JSON')
    .action(
      async (
        options: Record<'from' | 'archive' | 'to' | 'server', string> & { time?: string; json?: boolean },
      ) => {
        const { unpack } = await import('../backup/unpack.ts')
        const { json, time, ...target } = options
        const { taken_at } = await unpack({ ...target, time: time ?? null })
        if (json) return sayJson({ to: target.to, taken_at })
        say(
          `${target.to} has the backup of ${taken_at}. Start Postgres on it; when it takes changes, run lms backup settle.`,
        )
      },
    )
  backup
    .command('settle')
    .description(
      'after a restore and before anything starts: list what was told in vain, and let streams and numbers begin anew',
    )
    .requiredOption('--report <file>', 'where all of it is written')
    .option('--json', 'answer with JSON')
    .addHelpText(
      'after',
      `${environmentNeeded}\nNATS_URL and LMS_NATS_PASSWORD are those of its user operator.`,
    )
    .action(async ({ report, json }: { report: string; json?: boolean }) => {
      const settled = await settleFrom(process.env)
      writeFileSync(report, `${JSON.stringify(settled, null, 2)}\n`)
      if (json) return sayJson(settled)
      for (const line of settledText(settled)) say(line)
      say(`All of it is in ${report}.`)
    })
}

interface CheckOptions {
  from: string
  archive: string
  hours: string
  minutes: string
  verify?: boolean
  metrics?: string
  json?: boolean
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1.`)
  return value
}

async function environmentOf(variables: NodeJS.ProcessEnv) {
  const { withSecretFiles } = await import('@lms/service-host/installation')
  const env = withSecretFiles(variables)
  const databases = databasesIn(serviceNames, env)
  if (Object.keys(databases).length === 0) throw new Error('Set DATABASE_URL to the owner’s address.')
  return { env, databases }
}

async function sourceOf(variables: NodeJS.ProcessEnv): Promise<BackupSource> {
  const { env, databases } = await environmentOf(variables)
  if (!env.LMS_SECRET_KEYS)
    throw new Error('Set LMS_SECRET_KEYS: its fingerprint is noted, and nothing else of it.')
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return {
    databases,
    secretKeys: env.LMS_SECRET_KEYS,
    storage: env.LMS_STORAGE,
    version,
    now: () => new Date(),
  }
}

async function settleFrom(variables: NodeJS.ProcessEnv): Promise<Settled> {
  const { env, databases } = await environmentOf(variables)
  if (!env.NATS_URL || !env.LMS_NATS_PASSWORD) throw new Error('Set NATS_URL and LMS_NATS_PASSWORD.')
  const [{ connectBus, operatorUser }, { settle }, { diskFolder }] = await Promise.all([
    import('@lms/events'),
    import('../backup/settle.ts'),
    import('../backup/files.ts'),
  ])
  const credential = { user: operatorUser, password: env.LMS_NATS_PASSWORD }
  const bus = await connectBus({ url: env.NATS_URL, credential, wait: false })
  try {
    return await settle({ databases, bus, filesAt: diskFolder(env.LMS_STORAGE) })
  } finally {
    await bus.close()
  }
}

/** Lines of `lms backup settle`. */
export function settledText({ stream, told_in_vain_count, ahead, receipts, files }: Settled): string[] {
  const schools = Object.keys(ahead).length
  return [
    stream === 'gone'
      ? 'The stream of events is not the one that was read: what was told after the restored time is not known.'
      : `${told_in_vain_count} events were announced of changes that are gone.`,
    `The numbers of events go ahead in ${schools} ${schools === 1 ? 'school' : 'schools'}.`,
    ...receipts.map(
      ({ school_id, number }) =>
        `Receipt ${number} of ${school_id} was given to a payment that is gone; the number will be given again.`,
    ),
    files
      ? `${files.without_bytes.length} files have no bytes, ${files.without_row.length} have bytes and no file.`
      : 'Files are in a bucket, and were not compared.',
  ]
}
