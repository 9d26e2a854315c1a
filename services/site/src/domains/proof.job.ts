// Looks up the records that prove claimed domains. Slow name servers keep no transaction open.
import { type Runtime, readRow, scheduled, step } from '@lms/service-host'
import { inOneSchool, type Within } from '../schools/in-one-school.ts'
import { activateProven } from './domain.activation.ts'
import { dnsRecordOf, nextLook, problemOf } from './domain.rules.ts'
import { type DomainRow, domainTable } from './domain.store.ts'
import { type TxtLookup, txtLookup } from './proof.dns.ts'

// One of each school, the one that has waited longest: many claims of one school delay no other.
const claimsInRun = 40
const lookupsAtOnce = 8

type Act = (within: Within) => Promise<void>

/** Ends expired claims, and looks up the records of due ones once. */
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
  const proven: DomainRow[] = []
  const look = async () => {
    for (let claim = waiting.shift(); claim; claim = waiting.shift()) {
      const problem = await problemNow(claim, lookUp)
      if (problem) await noteProblem(claim, problem, runtime)
      else proven.push(claim)
    }
  }
  await Promise.all(Array.from({ length: lookupsAtOnce }, look))
  // A domain comes before the names below it, so that of two proven at once the domain decides about the name.
  const shortestFirst = proven.toSorted((one, other) => one.host.length - other.host.length)
  for (const claim of shortestFirst)
    await inSchoolOf(claim, runtime, within => activateProven(claim.host, within))
}

function problemNow({ host, school_id }: DomainRow, lookUp: TxtLookup) {
  const { name, value } = dnsRecordOf(host, school_id)
  return lookUp(name).then(
    values => problemOf(values, value),
    () => 'no_answer' as const,
  )
}

const noteProblem = (claim: DomainRow, problem: NonNullable<DomainRow['problem']>, runtime: Runtime) =>
  inSchoolOf(claim, runtime, async ({ domains, work }) => {
    const next_look_at = nextLook(claim.created_at, work.now)
    domains.noteLook(claim, { checked_at: work.now, problem, next_look_at })
  })

async function inSchoolOf({ school_id: school }: DomainRow, runtime: Runtime, act: Act): Promise<void> {
  await inOneSchool(school, runtime, act).catch(error => {
    // The claim stays due, and the next run records the obstacle.
    runtime.log.warn(
      { err: error, school },
      'the proof of a domain could not be stored; it will be looked for again',
    )
  })
}

export const proveDomainsTask = scheduled('prove-domains', '*/10 * * * * *', runtime =>
  proveDomains(runtime, txtLookup(runtime.config.settings.LMS_NAME_SERVERS?.split(','))),
)
