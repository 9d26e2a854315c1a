// The PDF of a certificate, drawn for each download by the design that it was issued with.
import type { Runtime } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { drawCertificate } from '../certificate-templates/drawing.ts'
import type { CertificateRow } from './certificate.store.ts'
import { siteOf } from './name-and-site.ts'

export const fileName = ({ number }: Pick<CertificateRow, 'number'>) => `certificate-${number}.pdf`

/** The bytes; null for a person who was erased. */
export async function pdfOfCertificate(
  row: CertificateRow,
  { certificateTemplates, courses, school }: Stores,
  scope: { school: string; requestId: string },
  runtime: Pick<Runtime, 'client' | 'config'>,
  charge?: (milliseconds: number) => void,
): Promise<Buffer | null> {
  const design = await certificateTemplates.designOf(row.template_id, row.template_version)
  if (!design || row.name === '') return null
  const { number, name, issued_at, completed_at } = row
  const [{ url }, zone, { time_zone }] = await Promise.all([
    siteOf(scope, runtime),
    courses.zoneOf(row.course_id),
    school.get(),
  ])
  const data = {
    ...{ number, name, issued_at, completed_at, zone: zone ?? time_zone },
    course: row.course_title,
    school: row.school_name,
    url: `${url}/certificates/${number}`,
  }
  return (await drawCertificate(design, data, scope, runtime, charge)).bytes
}

/** The file of a link; null where there is none. */
export async function fileOfCertificate(id: string, stores: Stores, runtime: Runtime) {
  const row = await stores.certificates.find(id)
  if (!row) return null
  const scope = { school: row.school_id, requestId: stores.certificates.requestId }
  const bytes = await pdfOfCertificate(row, stores, scope, runtime)
  return (
    bytes && {
      name: fileName(row),
      type: 'application/pdf',
      content: bytes.toString('base64'),
      encoding: 'base64' as const,
    }
  )
}
