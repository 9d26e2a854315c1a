// Documents of blocks that name each kind of object in each place, for the example files of pages and of e-mails.
import { readyFile, type School } from './building.ts'

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

type Naming = (school: School) => Promise<object>
/** A block that names an object in this field. */
const naming: Readonly<Record<string, Naming>> = {
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

export interface NamingBlocks {
  /** `blocks.[].file_id`. */
  path: string
  blocks: (school: School) => Promise<object[]>
}

/** Blocks that name something in one place, for each place; without the fields that a document of this kind lacks. */
export const blocksNaming = (without: readonly string[] = []): NamingBlocks[] =>
  Object.entries(naming)
    .filter(([field]) => !without.includes(field))
    .flatMap(([field, block]) => [
      { path: `blocks.[].${field}`, blocks: async school => [await block(school)] },
      {
        path: `blocks.[].columns.[].blocks.[].${field}`,
        blocks: async school => [
          { type: 'columns', columns: [{ blocks: [await block(school)] }, { blocks: [] }] },
        ],
      },
    ])
