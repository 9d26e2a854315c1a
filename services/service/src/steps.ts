// What exports, archives and imports share: they wait for their turn, and go on step by step.
import type { UnitOfWork, Work } from '@lms/service-host'

export type At = Pick<Work, 'work' | 'runtime'>

/** Milliseconds. */
export const second = 1000
export const day = 86_400 * second

/** The client of another service, on behalf of a step. */
export const clientOf = <const S extends string, R extends Record<string, any>>(
  { work, runtime }: At,
  service: S,
  resources: R,
) => runtime.client(service, resources, { school: work.school, requestId: work.origin.requestId })

export const later = ({ runtime }: At, ms: number): Date => new Date(runtime.clock.now().getTime() + ms)

/** Whether no row of the school in this table runs; nobody begins one until the end of the work. */
export async function isTurn(
  store: { lockCapacity(): Promise<unknown> },
  { work, table }: { work: UnitOfWork; table: string },
): Promise<boolean> {
  const [, { rows }] = await Promise.all([
    store.lockCapacity(),
    work.read(`select 1 from ${table} where school_id = $1 and status = 'running' limit 1`, [work.school]),
  ])
  return rows.length === 0
}
