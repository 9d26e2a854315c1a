// Test values for requests about blocks of lessons, besides their declared bodies.
import { type Examples, on, readyFile, type School } from '@lms/testing/examples'
import { studiedLesson } from '../../testing/published-lesson.ts'

/** Contents that name a file in each of their fields. */
const naming = {
  file_id: (file_id: string) => ({ kind: 'file', title: 'Colours', file_id }),
  poster_file_id: (file_id: string) => ({ kind: 'video', title: 'Film', file_id, poster_file_id: file_id }),
  captions_file_id: (file_id: string) => ({
    kind: 'video',
    title: 'Film',
    file_id,
    captions_file_id: file_id,
  }),
}

const inLesson = async (school: School) => ({ id: (await school.make('lessons.create')).id as string })

async function block(school: School) {
  const { id, lesson_id } = await school.make('lessonBlocks.create')
  return { id: lesson_id as string, blockId: id as string }
}

export const examples: Examples = {
  'lessonBlocks.list': on(studiedLesson),
  'lessonBlocks.get': async school => {
    const { id, block_id } = await studiedLesson(school)
    return { path: { id, blockId: block_id } }
  },
  'lessonBlocks.arrange': async school => {
    const { id, blockId } = await block(school)
    return { path: { id }, body: { ids: [blockId] } }
  },
}

export const references: Examples = Object.fromEntries(
  Object.entries(naming).flatMap(([field, contentWith]) => {
    const body = async (school: School) => ({ content: contentWith((await readyFile(school)).id) })
    return [
      [
        `lessonBlocks.create content.${field}`,
        async (school: School) => ({ path: await inLesson(school), body: await body(school) }),
      ],
      [
        `lessonBlocks.update content.${field}`,
        async (school: School) => ({ path: await block(school), body: await body(school) }),
      ],
    ]
  }),
)
