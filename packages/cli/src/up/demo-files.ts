// The files of the demo school: a picture, which the first offer shows, and a list of people.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'
import { demoPicture } from './demo-picture.ts'

/** Uploads the picture. */
export const seedPicture = (client: LmsClient): Promise<Id<'fil'>> =>
  uploaded(client, demoPicture(), {
    name: 'lake.png',
    content_type: 'image/png',
    folder: 'courses',
    alt: 'A mountain lake in the evening',
  })

/** Uploads the logo: the same landscape, as large as a stamp. */
export const seedLogo = (client: LmsClient): Promise<Id<'fil'>> =>
  uploaded(client, demoPicture(6), {
    ...{ name: 'logo.png', content_type: 'image/png', folder: 'school', alt: 'Demo school of painting' },
  })

type About = Omit<Parameters<LmsClient['files']['start']>[0]['body'], 'size'>

/** Uploads a file, as any client does; a repetition goes on with the file of the same name. */
export async function uploaded(client: LmsClient, bytes: Buffer, about: About): Promise<Id<'fil'>> {
  const { id, upload } = await client.files.start({
    body: { ...about, size: bytes.length },
    idempotencyKey: `demo-file-${about.name}`,
  })
  const path = { id }
  const { status } = await client.files.get({ path })
  if (status === 'uploading')
    for (const { url, method, headers } of upload.parts) {
      const response = await fetch(url, { method, headers, body: new Uint8Array(bytes) })
      if (!response.ok) throw new Error(`${about.name} was not taken: ${response.status}.`)
    }
  await client.files.complete({ path })
  return id
}
