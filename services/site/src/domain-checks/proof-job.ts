// Looks up the records that prove claimed domains. Slow name servers keep no transaction open.
import { type Runtime, readRow, scheduled, step } from '@lms/service-host'
import { dnsRecordOf, nextLook } from '../domains/domain.rules.ts'
import { type DomainRow, domainTable } from '../domains/domain.store.ts'
import { activateProven, releaseLapsed } from '../domains/domain-activation.ts'
import { nameServersOf, problemAt, type TxtLookup, txtLookup } from '../domains/proof-dns.ts'
import { inOneSchool, type Within } from '../schools/in-one-school.ts'
import { renewProof } from './renewal-job.ts'

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
      const problem = await problemAt(dnsRecordOf(claim.host, claim.school_id), lookUp)
      if (problem) await noteProblem(claim, problem, runtime)
      else proven.push(claim)
    }
  }
  await Promise.all(Array.from({ length: lookupsAtOnce }, look))
  // A domain comes before the names below it, so that of two proven at once the domain decides about the name.
  const shortestFirst = proven.toSorted((one, other) => one.host.length - other.host.length)
  for (const claim of shortestFirst) {
    await endLapsed(claim, runtime, lookUp)
    await inSchoolOf(claim, runtime, within => activateProven(claim.host, within))
  }
}

/**
 * Takes the domain from a school that has lost its proof. A transaction of its own, because each school's domains are
 * locked before a zone; after a crash in between the domain is nobody's, and the claim is still due.
 */
async function endLapsed(claim: DomainRow, runtime: Runtime, lookUp: TxtLookup): Promise<void> {
  const { shape } = domainTable
  const [fields] = await runtime.system.rows(
    step(
      `select ${shape.selection} from ${shape.table} t
       where t.host = $1 and t.status = 'active' and t.lapsed_at is not null and t.school_id <> $2`,
      [claim.host, claim.school_id],
    ),
  )
  if (!fields) return
  const former = readRow<DomainRow>(shape, fields)
  // The record may be back since the last look.
  const problem = await problemAt(dnsRecordOf(former.host, former.school_id), lookUp)
  await renewProof(former, problem, runtime)
  if (problem === 'record_missing' || problem === 'record_different')
    await inSchoolOf(former, runtime, async within => void (await releaseLapsed(claim.host, within)))
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
  proveDomains(runtime, txtLookup(nameServersOf(runtime))),
)
