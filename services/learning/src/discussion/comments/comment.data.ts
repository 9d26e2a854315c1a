// Comments under lessons as data about people.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { Comment } from './comment.contract.ts'

export const lessonCommentsOfPerson = builder.personalData({
  what: 'comments under lessons',
  on_merge: 'they become those of the person who stays, who is also mentioned in place of the other',
  needs: 'comments:write',
  erased: 'texts',
  kept: 'lesson, place among the replies, times',
  why: 'the replies of others stay readable, and ids and times alone name nobody',
  ...rowsOfPerson(({ comments }: Stores) => comments, 'comments.author_id', Comment),
  move: ({ from, into, erased }, _, { comments }) => {
    if (erased) comments.blankOf(from)
    comments.moveTo(into, from)
  },
  erase: (userId, _, { comments }) => comments.blankOf(userId),
})
