import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { uniteProgress } from './merge-progress.ts'
import { LessonProgress } from './progress.contract.ts'

// It moves before the enrollments do: of two in one course, what was done in both becomes that of the one that is kept.
// Neither person begins a study meanwhile that the other has, too.
export const progressOfPerson = builder.personalData({
  what: 'lesson_progress',
  on_merge: 'it moves; of two in one lesson the seconds are united, and the earlier times are kept',
  needs: 'progress:write',
  erased: null,
  kept: 'lessons, watched seconds, times',
  why: 'ids and times alone name nobody',
  ...rowsOfPerson(({ lessonProgress }: Stores) => lessonProgress, 'lesson_progress.user_id', LessonProgress),
  move: async ({ from, into }, { work }, { rights }) => {
    await rights.holdCopy()
    await uniteProgress(work, { from, into })
  },
})
