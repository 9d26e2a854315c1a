// What notifications say about the ids of events.
import { I, id, resource } from '@lms/contract'
import { z } from 'zod'

/** Maximum ids of each kind of one question. */
export const maxEvents = 200
/** Maximum curators of one answer who are told. */
export const maxWaitedFor = 50
const ids = <P extends 'crs' | 'les' | 'cmt' | 'sub'>(prefix: P) => z.array(id(prefix)).max(maxEvents)

export const noticeFacts = resource({
  read: I('POST /internal/notices/facts', {
    summary: 'Titles of courses and lessons, authors of comments, curators of homework',
    callers: ['crm'],
    permission: null,
    body: z.strictObject({
      course_ids: ids('crs'),
      lesson_ids: ids('les'),
      comment_ids: ids('cmt'),
      submission_ids: ids('sub'),
    }),
    returns: z.object({
      courses: z.array(z.object({ id: id('crs'), title: z.string() })),
      lessons: z.array(z.object({ id: id('les'), title: z.string(), course_id: id('crs') })),
      comments: z.array(z.object({ id: id('cmt'), author_id: id('usr').nullable() })),
      submissions: z.array(
        z.object({
          id: id('sub'),
          lesson_id: id('les'),
          course_id: id('crs'),
          curator_id: id('usr').nullable(),
          waits_for: z
            .array(id('usr'))
            .max(maxWaitedFor)
            .describe('The present curators who may take it from the queue; nobody once it is taken.'),
        }),
      ),
    }),
  }),
})
