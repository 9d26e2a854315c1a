// The public check of a certificate beside its SQL, and with a hundred times as many certificates.
import { newId } from '@lms/contract'
import { asOwner, somePageVisit } from '@lms/testing'
import type { AreaRig, Request } from '../area.ts'
import { withoutIndexes } from '../growth/system.ts'
import { grown } from './grown.ts'

const requestCount = 50

/** The number of the `n`th certificate, of characters that numbers have. */
const numberSql = `regexp_replace(translate(lpad(n::text, 16, '0'), '01', 'AB'), '(.{4})(?!$)', '\\1-', 'g')`
const numberOf = (n: number) =>
  String(n)
    .padStart(16, '0')
    .replaceAll('0', 'A')
    .replaceAll('1', 'B')
    .replace(/(.{4})(?!$)/g, '$1-')

export async function certificatesSection(rig: AreaRig) {
  const { school } = rig.system.caller()
  const requests = Array.from(
    { length: requestCount },
    (_, n): Request => ({
      by: { school, kind: 'gateway' },
      method: 'POST',
      path: '/internal/certificates/check',
      body: { ...somePageVisit, number: numberOf(n * 100 + 1) },
    }),
  )
  return grown(rig, 'one public check of a certificate', requests, (from, to) =>
    asOwner(rig.system.ownerUrl, owner =>
      withoutIndexes(owner, ['learning.certificates'], () =>
        owner.query(
          `insert into learning.certificates (school_id, id, number, user_id, course_id, template_id, template_version,
             status, name, course_title, school_name, issued_at, revoke_reason, version, created_at, updated_at)
           select $1, 'cer_' || lpad(n::text, 26, '0'), ${numberSql}, 'usr_' || lpad(n::text, 26, '0'), $2, $3, 1, 'issued',
             'Ann Lee', 'Watercolour', 'School of arts', now(), '', 1, now(), now()
           from generate_series($4::int, $5::int) n`,
          [school, newId('crs'), newId('ctp'), from + 1, to],
        ),
      ),
    ),
  )
}
