// Looks for the records that prove claimed domains. A claim holds nothing while name servers are slow.
import { type Job, type Runtime, readRow, step } from '@lms/service-host'
import { inOneSchool } from '../schools/in-one-school.ts'
import { Registry } from '../schools/school.registry.ts'
import { activate } from './domain.giving.ts'
import { dnsRecordOf, nextLook, problemOf } from './domain.rules.ts'
import { type DomainRow, domainTable } from './domain.store.ts'
import { type TxtLookup, txtLookup } from './proof.dns.ts'

// One of each school, the one that waits longest: many claims of one school keep no other waiting.
const claimsInRun = 40
const looksAtOnce = 8

/** Ends claims whose week is over, and looks once for the records of those that are due. */
export async function proveDomains(runtime: Runtime, lookUp: TxtLookup): Promise<void> {
  const now = runtime.clock.now().toISOString()
  const { shape } = domainTable
  const [, due] = await runtime.system.run([
    step(`delete from "site"."domains" where status = 'pending' and expires_at <= $1`, [now]),
    step(
      `select ${shape.selection} from ${shape.table} t where t.status = 'pending' and t.next_look_at <= $1
         and not exists (select from ${shape.table} o where o.school_id = t.school_id and o.status = 'pending'
           and (o.next_look_at, o.id) < (t.next_look_at, t.id))
       order by t.next_look_at limit ${claimsInRun}`,
      [now],
    ),
  ])
  const waiting = due!.rows.map(fields => readRow<DomainRow>(shape, fields))
  const look = async () => {
    for (let claim = waiting.shift(); claim; claim = waiting.shift()) await prove(claim, runtime, lookUp)
  }
  await Promise.all(Array.from({ length: looksAtOnce }, look))
}

async function prove(claim: DomainRow, runtime: Runtime, lookUp: TxtLookup): Promise<void> {
  const { host, school_id: school } = claim
  const { name, value } = dnsRecordOf(host, school)
  const problem = await lookUp(name).then(
    values => problemOf(values, value),
    () => 'no_answer' as const,
  )
  // Another school may have proven the domain, or the one above it, since this one was claimed.
  const lost = problem === null && (await new Registry(runtime.system).isOthers(host, school))
  await inOneSchool(school, runtime, async ({ domains, work }) => {
    const present = await domains.lockAll()
    const row = present.find(({ id, status }) => id === claim.id && status === 'pending')
    if (!row) return
    const checked_at = work.now
    if (problem)
      domains.noteLook(row, { checked_at, problem, next_look_at: nextLook(row.created_at, work.now) })
    else if (lost) domains.remove(row)
    else activate({ ...row, checked_at }, { host, primary: false }, present, { domains, work })
  }).catch(error => {
    // It stays due, and the next run finds what stood in the way.
    runtime.log.warn({ err: error, school }, 'the proof of a domain was not kept; it is looked for again')
  })
}

export const proveDomainsJob: Job = {
  name: 'prove-domains',
  everySeconds: 10,
  run: runtime => proveDomains(runtime, txtLookup(runtime.config.settings.LMS_NAME_SERVERS?.split(','))),
}
