// Journal, deliveries and attempts are kept in partitions by time: made ahead, dropped when they are old.
import { isId } from '@lms/contract'
import { type Database, type Job, type Runtime, StatementError, step } from '@lms/service-host'
import { webhookSettings } from './settings.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const tables = { evt: 'events', dlv: 'deliveries', dat: 'attempts' } as const

/** The moment that a TypeID was made: its first ten characters are the 48 bits of UUIDv7's milliseconds. */
export function timeOfId(id: string): Date {
  let ms = 0
  for (const digit of id.slice(4, 14)) ms = ms * 32 + alphabet.indexOf(digit)
  return new Date(ms)
}

const make = (table: string, since: Date, till: Date) =>
  step('select webhooks.make_partitions($1, $2, $3)', [table, since.toISOString(), till.toISOString()])

/** Whether a write failed because an id has no partition: a clock is far off, or the job has not run for weeks. */
export const lacksPartition = (error: unknown): boolean =>
  error instanceof StatementError && error.sqlState === '23514' && /no partition/.test(error.message)

/** Makes the partitions for these ids, whenever they are from. */
export async function makePartitionsFor(system: Database, ids: readonly string[]): Promise<void> {
  for (const [prefix, table] of Object.entries(tables)) {
    const times = ids
      .filter(id => isId(prefix as keyof typeof tables, id))
      .map(id => timeOfId(id).getTime())
      .sort((a, b) => a - b)
    for (const time of times) await system.run([make(table, new Date(time), new Date(time + 1))])
  }
}

const daysAhead = { events: 62, deliveries: 21, attempts: 21 }

/** Makes partitions some weeks ahead, and drops those older than they are kept. Time is the database's. */
export async function keepPartitions(runtime: Runtime): Promise<void> {
  const { system } = runtime
  const { journalDays, deliveryDays } = webhookSettings(runtime)
  const daysKept = { events: journalDays, deliveries: deliveryDays, attempts: deliveryDays }
  for (const table of Object.values(tables)) {
    await system.run([
      step('select webhooks.make_partitions($1, now(), now() + make_interval(days => $2))', [
        table,
        String(daysAhead[table]),
      ]),
    ])
    await system.run([
      step('select webhooks.drop_partitions($1, now() - make_interval(days => $2))', [
        table,
        String(daysKept[table]),
      ]),
    ])
  }
  // What waits for longer than deliveries are kept (its subscription was switched off) waits no more.
  await system.run([
    step(
      `delete from webhooks.due where delivery_id < webhooks.id_at('dlv', now() - make_interval(days => $1))`,
      [String(deliveryDays)],
    ),
  ])
}

export const keepPartitionsJob: Job = { name: 'keep-partitions', everySeconds: 3600, run: keepPartitions }
