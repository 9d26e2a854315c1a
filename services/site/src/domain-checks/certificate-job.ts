// Looks at the certificates of active domains. The proxy in front gets them; a school sees here whether it has.
import { type Runtime, readRow, scheduled, step } from '@lms/service-host'
import { createResolver } from '@lms/service-host/outside'
import { certificateOf, nextCertificateLook } from '../domains/certificate.rules.ts'
import { type CertificateProbe, certificateProbe } from '../domains/certificate-probe.ts'
import { type DomainRow, domainTable } from '../domains/domain.store.ts'
import { nameServersOf } from '../domains/proof-dns.ts'
import { inOneSchool } from '../schools/in-one-school.ts'

// A run of the worst length, each probe at its time limits, ends before the next begins.
const looksInRun = 300
const looksAtOnce = 16

/** Looks once at the certificates that are due, the longest waiting first. */
export async function checkCertificates(runtime: Runtime, probe: CertificateProbe): Promise<void> {
  const { shape } = domainTable
  const rows = await runtime.system.rows(
    step(
      `select ${shape.selection} from ${shape.table} t where t.status = 'active' and t.next_certificate_at <= $1
       order by t.next_certificate_at limit ${looksInRun}`,
      [runtime.clock.now().toISOString()],
    ),
  )
  const due = rows.map(fields => readRow<DomainRow>(shape, fields))
  const look = async () => {
    for (let domain = due.shift(); domain; domain = due.shift()) await noteCertificate(domain, runtime, probe)
  }
  await Promise.all(Array.from({ length: looksAtOnce }, look))
}

async function noteCertificate(domain: DomainRow, runtime: Runtime, probe: CertificateProbe): Promise<void> {
  const seen = await probe(domain.host)
  const now = runtime.clock.now()
  const certificate = certificateOf(seen, now)
  await inOneSchool(domain.school_id, runtime, async ({ domains }) =>
    domains.noteCertificate(domain, certificate, nextCertificateLook(domain, certificate, now)),
  )
}

/** Only to the public internet: a school chooses where its domain leads. */
const policy = { allowHttp: false, allowLoopback: false, allowPrivate: false }

export const checkCertificatesTask = scheduled(
  'check-certificates',
  '30 */5 * * * *',
  runtime => {
    const servers = nameServersOf(runtime)
    const resolver = createResolver(servers ? { servers } : {})
    return checkCertificates(runtime, certificateProbe({ resolver, policy }))
  },
  { deadline: 240 },
)
