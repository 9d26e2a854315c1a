// Test values for requests about pages, besides their declared bodies, and contents that name each kind of object.
import { type Examples, readyFile, type School, unique } from '@lms/testing/examples'

const page = async (school: School) => ({ path: { id: (await school.make('pages.create')).id } })

/** A page with two versions. */
async function published(school: School) {
  const { path } = await page(school)
  for (const text of ['One', 'Two']) {
    await school.done('pageContents.save', { path, body: { blocks: [{ type: 'heading', text }] } })
    await school.done('pages.publish', { path, body: { action: 'publish' } })
  }
  return { path }
}

export const examples: Examples = {
  'pages.create': () => ({ body: { path: `/${unique()}` } }),
  'pages.publish': page,
  'pageContents.get': page,
  'pageContents.save': page,
  'pageVersions.list': published,
  'pageVersions.restore': async school => {
    const { path } = await published(school)
    const { data } = await school.done('pageVersions.list', { path })
    return { path, body: { version_id: data[0].id } }
  },
}

async function sent(school: School, name: string, content_type: string, bytes: Buffer): Promise<string> {
  const { id, upload } = await school.make('files.start', { name, content_type, size: bytes.length })
  await school.put(upload.parts[0], bytes)
  await school.done('files.complete', { path: { id } })
  return id
}
const picture = async (school: School) => (await readyFile(school)).id
/** The first box of an MP4, by which it is told. */
const video = (school: School) =>
  sent(school, 'film.mp4', 'video/mp4', Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1'))
const captions = (school: School) => sent(school, 'film.vtt', 'text/vtt', Buffer.from('WEBVTT\n'))

/** A block that names an object in this field. */
const naming: Readonly<Record<string, (school: School) => Promise<object>>> = {
  file_id: async school => ({ type: 'image', file_id: await picture(school) }),
  poster_file_id: async school => {
    const [file_id, poster_file_id] = await Promise.all([video(school), picture(school)])
    return { type: 'video', title: 'Film', file_id, poster_file_id }
  },
  captions_file_id: async school => {
    const [file_id, captions_file_id] = await Promise.all([video(school), captions(school)])
    return { type: 'video', title: 'Film', file_id, captions_file_id }
  },
  offer_id: async school => ({ type: 'offer', offer_id: (await school.make('offers.create')).id }),
  price_id: async school => {
    const { id, offer_id } = await school.make('prices.create')
    return { type: 'offer', offer_id, price_id: id }
  },
  form_id: async school => ({ type: 'form', form_id: (await school.make('forms.create')).id }),
  course_id: async school => ({
    type: 'lessons',
    course_id: (await school.make('courses.create')).id,
    items: [{ title: 'One' }],
  }),
}

export const references: Examples = {
  'pages.create image_file_id': async school => ({
    body: { path: `/${unique()}`, title: 'Courses', image_file_id: await picture(school) },
  }),
  'pages.change image_file_id': async school => {
    const [{ path }, image_file_id] = await Promise.all([page(school), picture(school)])
    return { path, body: { image_file_id } }
  },
  ...Object.fromEntries(
    Object.entries(naming).flatMap(([field, block]) => [
      [
        `pageContents.save blocks.[].${field}`,
        async (school: School) => ({ ...(await page(school)), body: { blocks: [await block(school)] } }),
      ],
      [
        `pageContents.save blocks.[].columns.[].blocks.[].${field}`,
        async (school: School) => {
          const columns = [{ blocks: [await block(school)] }, { blocks: [] }]
          return { ...(await page(school)), body: { blocks: [{ type: 'columns', columns }] } }
        },
      ],
    ]),
  ),
}
