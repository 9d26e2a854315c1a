// Looks again for the records that have proven active domains: who loses a name in DNS loses it here.
import { type Runtime, readRow, scheduled, step } from '@lms/service-host'
import { dnsRecordOf, nextRenewal, type Proof, renewed } from '../domains/domain.rules.ts'
import { type DomainRow, domainTable } from '../domains/domain.store.ts'
import { nameServersOf, problemAt, type TxtLookup, txtLookup } from '../domains/proof-dns.ts'
import { inOneSchool } from '../schools/in-one-school.ts'

const looksInRun = 500
const looksAtOnce = 16

/** Looks once for the records that are due, the longest waiting first. */
export async function renewProofs(runtime: Runtime, lookUp: TxtLookup): Promise<void> {
  const { shape } = domainTable
  const rows = await runtime.system.rows(
    step(
      `select ${shape.selection} from ${shape.table} t where t.status = 'active' and t.next_look_at <= $1
       order by t.next_look_at limit ${looksInRun}`,
      [runtime.clock.now().toISOString()],
    ),
  )
  const due = rows.map(fields => readRow<DomainRow>(shape, fields))
  const look = async () => {
    for (let domain = due.shift(); domain; domain = due.shift())
      await renewProof(domain, await problemAt(dnsRecordOf(domain.host, domain.school_id), lookUp), runtime)
  }
  await Promise.all(Array.from({ length: looksAtOnce }, look))
}

/** Notes what was found. Under the locks of a take-over, so that a proof which is valid again keeps its domain. */
export const renewProof = (domain: DomainRow, problem: Proof['problem'], runtime: Runtime): Promise<void> =>
  inOneSchool(domain.school_id, runtime, async ({ domains, work }) => {
    const present = await domains.lockToActivate([domain.host])
    const row = present.find(({ id, status }) => id === domain.id && status === 'active')
    if (row) domains.noteProof(row, renewed(row, problem, work.now), nextRenewal(work.now))
  })

export const renewProofsTask = scheduled(
  'renew-domain-proofs',
  '15 */5 * * * *',
  runtime => renewProofs(runtime, txtLookup(nameServersOf(runtime))),
  { deadline: 280 },
)
