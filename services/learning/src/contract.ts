// What outsiders may know of this service.

import { contract } from '@lms/contract'
import { quizAttempts } from './assessment/attempts/attempt.contract.ts'
import { gradebooks } from './assessment/gradebook/gradebook.contract.ts'
import { questions } from './assessment/questions/question.contract.ts'
import { quizzes } from './assessment/quizzes/quiz.contract.ts'
import { lessonAccessRules } from './course/access-rules/access-rules.contract.ts'
import { lessonBlocks } from './course/blocks/block.contract.ts'
import { courseCopies } from './course/copying/copy.contract.ts'
import { courses } from './course/courses/course.contract.ts'
import { lessons } from './course/lessons/lesson.contract.ts'
import { modules } from './course/modules/module.contract.ts'
import { coursePackages } from './course/packages/package.contract.ts'
import { publications } from './course/publishing/publication.contract.ts'
import { courseStructures } from './course/structure/structure.contract.ts'
import { comments } from './discussion/comments/comment.contract.ts'
import { reviews } from './discussion/reviews/review.contract.ts'
import { assignments } from './homework/assignments/assignment.contract.ts'
import { curators } from './homework/curators/curator.contract.ts'
import { submissionComments, submissions } from './homework/submissions/submission.contract.ts'
import { learningNotifications } from './notifications.ts'
import { achievements } from './recognition/achievements/achievement.contract.ts'
import { badgeKeyRotation } from './recognition/badges/badge-key.contract.ts'
import { certificateTemplates } from './recognition/certificate-templates/template.contract.ts'
import {
  certificateChecks,
  certificatePages,
  certificates,
} from './recognition/certificates/certificate.contract.ts'
import { studyImports } from './recognition/imports/study-import.contract.ts'
import { calendar, calendarFeeds } from './study/calendar/calendar.contract.ts'
import { courseFigures } from './study/course-figures/course-figures.contract.ts'
import { enrollments } from './study/enrollments/enrollment.contract.ts'
import { flows } from './study/flows/flow.contract.ts'
import { noticeFacts } from './study/notices/notice-facts.contract.ts'
import { lessonOverrides } from './study/overrides/override.contract.ts'
import { lessonCompletions, progress } from './study/progress/progress.contract.ts'
import { flowPeople } from './study/schedule/flow-people.contract.ts'
import { lessonSchedule } from './study/schedule/schedule.contract.ts'

export { Course } from './course/courses/course.object.ts'
export { Lesson } from './course/lessons/lesson.contract.ts'
export { achievements } from './recognition/achievements/achievement.contract.ts'
export { achievementRefusals } from './recognition/achievements/achievement.words.ts'
export { badgeKeyRotation } from './recognition/badges/badge-key.contract.ts'
export { didOf } from './recognition/badges/did.ts'
export { certificateChecks } from './recognition/certificates/certificate.contract.ts'
export { certificateRefusals } from './recognition/certificates/certificate.words.ts'
export { studyImports } from './recognition/imports/study-import.contract.ts'
export { calendarFeeds } from './study/calendar/calendar.contract.ts'
export { courseFigures, LessonFigures } from './study/course-figures/course-figures.contract.ts'
export { flows, maxTransferLessons, TransferLesson } from './study/flows/flow.contract.ts'
export { noticeFacts } from './study/notices/notice-facts.contract.ts'
export { flowPeople, flowSlice } from './study/schedule/flow-people.contract.ts'
export { lessonOpened } from './study/schedule/schedule.contract.ts'

export const learningContract = contract({
  service: 'learning',
  area: 'Learning',
  references: {
    owns: ['asg', 'crs', 'les', 'quz'],
    names: ['fil', 'grp', 'off', 'tag', 'wbn'],
    files: ['cer', 'ctp'],
  },
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
    achievements,
    badgeKeyRotation,
    calendarFeeds,
    certificateChecks,
    studyImports,
    courseFigures,
    flows,
    flowPeople,
    noticeFacts,
  },
  pages: { certificatePages },
  notifications: learningNotifications,
})
