import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { Review } from './review.contract.ts'

export const courseReviewsOfPerson = builder.personalData({
  what: 'reviews',
  on_merge: 'they move; of two of one course the one of the person who stays is kept',
  needs: 'reviews:write',
  erased: 'the text, and the answer to it',
  kept: 'rating, state, times',
  why: 'the stars of a course count without names',
  ...rowsOfPerson(({ reviews }: Stores) => reviews, 'reviews.user_id', Review),
  move: ({ from, into, erased }, _, { reviews }) => {
    reviews.moveTo(into, from)
    if (erased) reviews.erase(into)
  },
  erase: (userId, _, { reviews }) => reviews.erase(userId),
})
