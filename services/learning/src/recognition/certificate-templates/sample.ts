// What a certificate says in a preview, and the file of a preview.
import type { Runtime } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { CertificateData } from './design.rules.ts'
import { drawCertificate } from './drawing.ts'

/** Sample data; the name is a long one, to show how it fits. */
export const sample = (at: string): CertificateData => ({
  name: 'Alexandra-Elisabeth von Hohenstein-Lindenberg',
  course: 'Watercolour for beginners',
  school: 'School of arts',
  issued_at: at,
  completed_at: at,
  zone: 'UTC',
  number: '2345-6789-ABCD-EFGH',
  url: 'https://school.example/certificates/2345-6789-ABCD-EFGH',
})

/** The PDF of a preview; null for a template that is gone. */
export async function fileOfTemplate(id: string, { certificateTemplates }: Stores, runtime: Runtime) {
  const template = await certificateTemplates.find(id)
  if (!template) return null
  const scope = { school: template.school_id, requestId: certificateTemplates.requestId }
  const { bytes } = await drawCertificate(template, sample(template.created_at), scope, runtime)
  return {
    name: 'certificate-preview.pdf',
    type: 'application/pdf',
    content: bytes.toString('base64'),
    encoding: 'base64' as const,
  }
}
