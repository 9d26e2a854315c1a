import {
  C,
  crud,
  event,
  id,
  M,
  oneOf,
  personal,
  refuse,
  resource,
  stamps,
  statusOf,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { refusals as progressRefusals } from '../../study/progress/progress.contract.ts'
import { reviewLifecycle } from './review.lifecycle.ts'

const rating = () => z.int32().min(1).max(5).describe('Stars, from 1 to 5.')
const words = () => text(4000).meta({ examples: ['Clear and calm.'] })

export const Review = z.object({
  id: id('rev'),
  user_id: id('usr'),
  course_id: id('crs'),
  rating: rating(),
  text: personal(words()).describe('What the person wrote beside the stars; empty for nothing.'),
  status: statusOf(reviewLifecycle).describe(
    'Others read a published review. An edited one is pending again, until the school has looked at it.',
  ),
  answer: personal(text(4000))
    .nullable()
    .describe('The answer of the school, which stands below the review.'),
  answered_at: timestamp().nullable(),
  published_at: timestamp().nullable().describe('When it was last published.'),
  ...stamps,
})
export type Review = z.infer<typeof Review>

export const refusals = refuse({
  review_exists: {
    status: 409,
    when: 'the person has already reviewed the course',
    message: 'This person has already reviewed the course. Change the review: PATCH /v1/reviews/{id}.',
  },
  review_of_author: {
    status: 403,
    when: 'somebody else than the author changes the rating',
    message: 'Only its author changes a rating. The school publishes, rejects and answers a review.',
  },
  review_of_school: {
    status: 403,
    when: 'the author publishes, rejects or answers the own review',
    message: 'The school publishes, rejects and answers reviews. Change the rating or the text.',
  },
})

export const reviewCreated = event('course.review_created', {
  when: 'a person rated or reviewed a course',
  object: Review,
  related: ['user_id', 'course_id'],
})

const {
  list,
  get,
  delete: remove,
} = crud('/v1/reviews', Review, {
  names: ['a review', 'reviews'],
  bound: 'event',
  emits: { created: reviewCreated },
  summaries: {
    list: 'List reviews of courses; students see published ones and their own',
    delete: 'Delete a review',
  },
  readOnly: ['user_id', 'course_id', 'status', 'answered_at', 'published_at'],
  sorts: ['created_at', 'updated_at'],
  filters: ['rating'],
})

export const reviews = resource({
  list,
  create: C('POST /v1/reviews', {
    summary: 'Review a course that the person studies or has studied; the school publishes it',
    permission: 'reviews:write',
    body: z.strictObject({
      course_id: id('crs'),
      user_id: id('usr')
        .optional()
        .describe('The person, if staff enters the review; otherwise the one that the call acts as.'),
      rating: rating(),
      text: words().default('').describe('What the person wrote beside the stars; empty for nothing.'),
    }),
    example: { course_id: 'crs_01h455vb4pex5vsknk084sn02q', rating: 5, text: 'Clear and calm.' },
    returns: Review,
    bound: 'event',
    refuses: [progressRefusals.person_missing, progressRefusals.study_unknown, refusals.review_exists],
    emits: [reviewCreated],
  }),
  get,
  update: M('PATCH /v1/reviews/{id}', {
    summary: 'Edit a review as its author, or publish, reject or answer it as the school',
    permission: 'reviews:write',
    body: z.strictObject({
      rating: rating().optional(),
      text: words().optional().describe('What the person wrote beside the stars; empty for nothing.'),
      status: oneOf(['published', 'rejected'])
        .optional()
        .describe('`published` shows the review to others, `rejected` does not.'),
      answer: text(4000, 1)
        .nullable()
        .optional()
        .describe('The answer of the school to the review; null takes it back.'),
    }),
    example: { text: 'Clear and calm, with good films.' },
    returns: Review,
    refuses: [refusals.review_of_author, refusals.review_of_school],
  }),
  delete: remove,
})
