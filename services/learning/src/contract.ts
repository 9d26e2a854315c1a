// What outsiders may know of this service.

import { contract } from '@lms/contract'
import { lessonAccessRules } from './access-rules/access-rules.contract.ts'
import { assignments } from './assignments/assignment.contract.ts'
import { quizAttempts } from './attempts/attempt.contract.ts'
import { badgeKeyRotation } from './badges/badge-key.contract.ts'
import { lessonBlocks } from './blocks/block.contract.ts'
import { calendar, calendarFeeds } from './calendar/calendar.contract.ts'
import { certificateTemplates } from './certificate-templates/template.contract.ts'
import { certificateChecks, certificatePages, certificates } from './certificates/certificate.contract.ts'
import { comments } from './comments/comment.contract.ts'
import { courseCopies } from './copying/copy.contract.ts'
import { courseFigures } from './course-figures/course-figures.contract.ts'
import { courses } from './courses/course.contract.ts'
import { curators } from './curators/curator.contract.ts'
import { enrollments } from './enrollments/enrollment.contract.ts'
import { flows } from './flows/flow.contract.ts'
import { gradebooks } from './gradebook/gradebook.contract.ts'
import { lessons } from './lessons/lesson.contract.ts'
import { modules } from './modules/module.contract.ts'
import { noticeFacts } from './notices/notice-facts.contract.ts'
import { learningNotifications } from './notifications.ts'
import { lessonOverrides } from './overrides/override.contract.ts'
import { coursePackages } from './packages/package.contract.ts'
import { lessonCompletions, progress } from './progress/progress.contract.ts'
import { publications } from './publishing/publication.contract.ts'
import { questions } from './questions/question.contract.ts'
import { quizzes } from './quizzes/quiz.contract.ts'
import { reviews } from './reviews/review.contract.ts'
import { flowPeople } from './schedule/flow-people.contract.ts'
import { lessonSchedule } from './schedule/schedule.contract.ts'
import { courseStructures } from './structure/structure.contract.ts'
import { submissionComments, submissions } from './submissions/submission.contract.ts'

export { badgeKeyRotation } from './badges/badge-key.contract.ts'
export { didOf } from './badges/did.ts'
export { calendarFeeds } from './calendar/calendar.contract.ts'
export { certificateChecks } from './certificates/certificate.contract.ts'
export { certificateRefusals } from './certificates/certificate.words.ts'
export { courseFigures, LessonFigures } from './course-figures/course-figures.contract.ts'
export { Course } from './courses/course.object.ts'
export { flows, maxTransferLessons, TransferLesson } from './flows/flow.contract.ts'
export { Lesson } from './lessons/lesson.contract.ts'
export { noticeFacts } from './notices/notice-facts.contract.ts'
export { flowPeople, flowSlice } from './schedule/flow-people.contract.ts'
export { lessonOpened } from './schedule/schedule.contract.ts'

export const learningContract = contract({
  service: 'learning',
  area: 'Learning',
  references: { owns: ['crs'], names: ['fil', 'grp', 'off', 'tag', 'wbn'], files: ['cer', 'ctp'] },
  resources: {
    courses,
    courseStructures,
    courseCopies,
    publications,
    modules,
    lessons,
    lessonAccessRules,
    lessonBlocks,
    enrollments,
    lessonOverrides,
    lessonSchedule,
    progress,
    lessonCompletions,
    reviews,
    certificateTemplates,
    certificates,
    quizzes,
    questions,
    quizAttempts,
    gradebooks,
    assignments,
    homework: submissions,
    submissionComments,
    curators,
    comments,
    calendar,
    coursePackages,
  },
  internal: {
    badgeKeyRotation,
    calendarFeeds,
    certificateChecks,
    courseFigures,
    flows,
    flowPeople,
    noticeFacts,
  },
  pages: { certificatePages },
  notifications: learningNotifications,
})
