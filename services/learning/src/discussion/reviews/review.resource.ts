import { newId, Refused } from '@lms/contract'
import { missing } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { expanders } from '../../relations/expanders.ts'
import { refusals as progressRefusals } from '../../study/progress/progress.contract.ts'
import { refusals, reviewCreated, reviews } from './review.contract.ts'
import { courseReviewsOfPerson } from './review.data.ts'

const reviewHandlers = builder.implement(
  reviews,
  {
    list: ({ query }, { reviews }) => reviews.page(query),
    get: ({ path }, { reviews }) => reviews.get(path.id),

    create: async ({ body, caller, emit }, { enrollments, people, reviews }) => {
      const { user_id = caller.user, course_id, rating, text } = body
      if (user_id === null) throw new Refused(progressRefusals.person_missing)
      const isOther = caller.role === 'student' && user_id !== caller.user
      const isHere = !isOther && (await people.holdPresent(user_id))
      const study = isHere && (await enrollments.ofPair({ user_id, course_id }))
      if (!study || study.status === 'waiting') throw new Refused(progressRefusals.study_unknown)
      const createdReview = reviews.insert({
        ...{ user_id, course_id, rating, text, status: 'pending' as const },
        ...{ answer: null, answered_at: null, published_at: null },
        ...reviews.fresh(newId('rev')),
      })
      emit(reviewCreated, createdReview)
      return createdReview
    },

    update: async ({ path, body, caller, now }, { reviews }) => {
      const { status, answer, rating, text } = body
      const review = await reviews.lock(path.id)
      const isAuthor = review.user_id === caller.user
      if (caller.role === 'student') {
        // Published reviews of others are seen, but not theirs to change.
        if (!isAuthor) missing()
        if (status !== undefined || answer !== undefined) throw new Refused(refusals.review_of_school)
      } else if (rating !== undefined && !isAuthor) throw new Refused(refusals.review_of_author)
      const changes = {
        rating: rating ?? review.rating,
        text: text ?? review.text,
        ...(answer !== undefined && { answer, answered_at: answer === null ? null : now }),
      }
      const isEdited = changes.rating !== review.rating || changes.text !== review.text
      if (caller.role === 'student')
        return isEdited && review.status !== 'pending'
          ? reviews.move(review, 'edit', changes)
          : reviews.save(review, changes)
      if (status === undefined || status === review.status) return reviews.save(review, changes)
      return status === 'published'
        ? reviews.move(review, 'publish', { ...changes, published_at: now })
        : reviews.move(review, 'reject', changes)
    },

    delete: async ({ path, caller }, { reviews }) => {
      const review = await reviews.lock(path.id)
      if (caller.role === 'student' && review.user_id !== caller.user) missing()
      reviews.remove(review)
      return { id: review.id, deleted: true as const }
    },
  },
  expanders,
)

export const reviewResource = builder.resource({
  handlers: [reviewHandlers],
  knowsPresent: [reviews],
  personalData: [courseReviewsOfPerson],
})
