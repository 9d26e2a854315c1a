// Issues a certificate. The row of the enrollment is locked: of several issues at once one is made.
import { newId } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { EnrollmentRow } from '../../study/enrollments/enrollment.store.ts'
import type { NewBadgeKey } from '../badges/badge-key.ts'
import type { CertificateTemplateRow } from '../certificate-templates/template.store.ts'
import { certificateIssued } from './certificate.contract.ts'
import type { CertificateRow } from './certificate.store.ts'
import { newNumber } from './number.ts'

/** What was asked of other services before. */
export interface Facts {
  readonly name: string
  readonly school_name: string
  /** Of a school without one. */
  readonly key: NewBadgeKey | null
}

/** What a certificate of another program brings along. */
interface Brought {
  readonly number?: string
  readonly issued_at?: string
}

/** The certificate, by a template that is locked, too; the event is told. */
export function issue(
  { user_id, course_id, completed_at }: EnrollmentRow,
  template: CertificateTemplateRow,
  {
    course_title,
    name,
    school_name,
    key,
    number = newNumber(),
    issued_at,
  }: Facts & Brought & { course_title: string },
  { badgeKeys, certificates, certificateTemplates }: Stores,
  work: UnitOfWork,
): CertificateRow {
  if (key) badgeKeys.keep(key)
  certificateTemplates.use(template)
  const row = certificates.insert({
    ...certificates.fresh(newId('cer')),
    ...{ number, user_id, course_id, name, course_title, school_name, completed_at },
    template_id: template.id,
    template_version: template.design_version,
    status: 'issued',
    issued_at: issued_at ?? work.now,
    revoked_at: null,
    revoke_reason: '',
  })
  work.outgoing.emit(certificateIssued, row)
  return row
}
