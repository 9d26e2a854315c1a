import { readDatabaseTime } from '../database/rows.ts'
import { step } from '../database/statements.ts'
import { houseOf, type Implementation } from '../service.ts'
import { house } from './house.contract.ts'

/** The host's own internal operations. */
export const houseImplementation = (ready: () => Promise<Record<string, boolean>>): Implementation =>
  houseOf({}).implement(house, {
    trace: async ({ path, runtime }) => {
      const rows = await runtime.system.rows(
        step(
          `select id, school_id, subject, created_at, published_at from "${runtime.service}".outbox
           where request_id = $1 order by position limit 200`,
          [path.requestId],
        ),
      )
      const outbox = rows.map(([id, school_id, subject, created_at, published_at]) => ({
        id: id!,
        school_id: school_id!,
        subject: subject!,
        created_at: readDatabaseTime(created_at!),
        published_at:
          published_at === null || published_at === undefined ? null : readDatabaseTime(published_at),
      }))
      return { service: runtime.service, outbox }
    },
    health: async ({ runtime }) => {
      const [row] = await runtime.system.rows(
        step(
          `select count(*), coalesce(extract(epoch from now() - min(created_at)), 0)
           from (select created_at from "${runtime.service}".outbox where published_at is null order by position limit 10000) o`,
        ),
      )
      return {
        service: runtime.service,
        parts: await ready(),
        outbox: { waiting: Number(row![0]), oldest_seconds: Math.max(0, Number(row![1])) },
      }
    },
  })
