// Draws certificates one at a time; schools take turns.
import { formatTime } from '@lms/contract'
import { pdfOf } from '@lms/pdf'
import { downloadPath, linkHours, type Runtime, Turns } from '@lms/service-host'
import { type CertificateData, documentOf, filesOf } from './design.rules.ts'
import type { Design } from './design-schema.ts'
import { type Images, readImages } from './images.ts'

const turns = new Turns({ slots: 1, waitingOfQueue: 16, waiting: 64, waitMs: 15_000 })

interface Scope {
  school: string
  requestId: string
}

/** The PDF of a certificate; images that cannot be drawn are left out, and named. The time of the thread is charged. */
export async function drawCertificate(
  design: Design,
  data: CertificateData,
  { school, requestId }: Scope,
  runtime: Pick<Runtime, 'client' | 'config'>,
  charge: (milliseconds: number) => void = () => {},
): Promise<{ bytes: Buffer; problems: Images['problems'] }> {
  const give = await turns.take(school)
  try {
    const { images, problems } = await readImages(filesOf(design), { school, requestId }, runtime)
    const draw = async (usedImages: Images['images']) => {
      const startedAt = performance.now()
      return pdfOf(documentOf(design, data, usedImages)).finally(() => charge(performance.now() - startedAt))
    }
    const drawn = await draw(images).catch((error: unknown) => {
      if (images.size === 0) throw error
      return null
    })
    if (drawn) return { bytes: drawn, problems }
    // Which of them has broken data is known only while they are drawn.
    for (const file of images.keys()) problems.set(file, 'broken')
    return { bytes: await draw(new Map()), problems }
  } finally {
    give()
  }
}

/** A link to the PDF of a certificate or a template, valid for a day. */
export function linkTo(
  id: string,
  school: string,
  { clock, vault }: Pick<Runtime, 'clock' | 'vault'>,
): { download_path: string; download_expires_at: string } {
  const expires_at = formatTime(new Date(clock.now().getTime() + linkHours * 3_600_000))
  return { download_path: downloadPath(vault, { school, id, expires_at }), download_expires_at: expires_at }
}
