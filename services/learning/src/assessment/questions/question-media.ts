// Pictures and recordings in questions, options and explanations: files of the school.
import { reference, text } from '@lms/contract'
import { z } from 'zod'
import { unreadyFile } from '../../course/courses/course.object.ts'

/** Maximum pictures and recordings of a question, and of an explanation; an option has one. */
export const maxMedia = 3

const Medium = z.strictObject({
  file_id: reference(['fil'], { except: unreadyFile }).describe(
    'A ready file with a picture or a recording.',
  ),
  alt: text(300, 1).describe('What it shows or says, also for people who do not see or hear it.'),
})
export type Medium = z.infer<typeof Medium>

/** A list of at most so many of them. */
export const media = (most = maxMedia) => z.array(Medium).max(most)

type File = Medium['file_id']
interface WithMedia {
  media?: readonly Medium[] | undefined
}
interface Illustrated extends WithMedia {
  explanation_media?: readonly Medium[] | undefined
  options?: readonly WithMedia[] | undefined
}

/** The ids of the files that a question shows with its options and its explanation, each once. */
export function filesOfQuestion(content: object): File[] {
  const { media: own = [], explanation_media = [], options = [] } = content as Illustrated
  const all = [...own, ...explanation_media, ...options.flatMap(option => option.media ?? [])]
  return [...new Set(all.map(({ file_id }) => file_id))]
}

/** The content with other files in the places of its own; without those for which there is none. */
export function withQuestionFiles<C extends object>(content: C, fileOf: (id: File) => File | null): C {
  const replaced = <W extends object>(part: W, name: 'media' | 'explanation_media'): W => {
    const list = (part as Illustrated)[name]
    if (!list) return part
    const present = list.flatMap(medium => {
      const file_id = fileOf(medium.file_id)
      return file_id ? [{ ...medium, file_id }] : []
    })
    return { ...part, [name]: present }
  }
  const outer = replaced(replaced(content, 'media'), 'explanation_media')
  const { options } = outer as Illustrated
  return options ? { ...outer, options: options.map(option => replaced(option, 'media')) } : outer
}
