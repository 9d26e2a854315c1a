// The files of the demo school: a picture, which the first offer shows.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'
import { demoPicture } from './demo-picture.ts'

/** Uploads the picture, as any client does. */
export async function seedPicture(client: LmsClient): Promise<Id<'fil'>> {
  const bytes = demoPicture()
  const { id, upload } = await client.files.start({
    body: {
      name: 'lake.png',
      content_type: 'image/png',
      size: bytes.length,
      folder: 'courses',
      alt: 'A mountain lake in the evening',
    },
    idempotencyKey: 'demo-picture',
  })
  const path = { id }
  const { status } = await client.files.get({ path })
  if (status === 'uploading')
    for (const { url, method, headers } of upload.parts) {
      const response = await fetch(url, { method, headers, body: new Uint8Array(bytes) })
      if (!response.ok) throw new Error(`The picture was not taken: ${response.status}.`)
    }
  await client.files.complete({ path })
  return id
}
