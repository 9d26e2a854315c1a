// Schools that were erased: they are closed for ever.
import { SchoolErased } from '../database/database.ts'
import { step } from '../database/statements.ts'
import type { Runtime } from './runtime.ts'

type At = Pick<Runtime, 'service' | 'system'>

/**
 * Closes the school for ever: no unit of work of this service begins in it any more, whatever late event, task or request
 * asks for one. A repetition changes nothing.
 */
export async function closeSchool(school: string, { service, system, clock }: At & Pick<Runtime, 'clock'>) {
  await system.run([
    step(
      `insert into "${service}".erased_schools (school_id, erased_at) values ($1, $2::timestamptz)
       on conflict (school_id) do nothing`,
      [school, clock.now().toISOString()],
    ),
  ])
}

/**
 * Whether work that failed is over, because its school was erased. The error may be another one: what it was about is gone,
 * here and in the services that it asked.
 */
export async function isErased(error: unknown, school: string, { service, system }: At): Promise<boolean> {
  if (error instanceof SchoolErased) return true
  const text = `select from "${service}".erased_schools where school_id = $1`
  return (await system.rows(step(text, [school])).catch(() => [])).length > 0
}
