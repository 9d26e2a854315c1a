// Courses and lessons.

import { migrationsIn, siteUrlSetting } from '@lms/service-host'
import { accessRulesResource } from './access-rules/access-rules.resource.ts'
import { assignmentResource } from './assignments/assignment.resource.ts'
import { attemptResource } from './attempts/attempt.resource.ts'
import { badgeKeyResource } from './badges/badge-key.resource.ts'
import { blockResource } from './blocks/block.resource.ts'
import { builder } from './builder.ts'
import { calendarResource } from './calendar/calendar.resource.ts'
import { certificateTemplateResource } from './certificate-templates/certificate-template.resource.ts'
import { certificateResource } from './certificates/certificate.resource.ts'
import { commentResource } from './comments/comment.resource.ts'
import { learningContract } from './contract.ts'
import { courseCopyResource } from './copying/course-copy.resource.ts'
import { courseFiguresResource } from './course-figures/course-figures.resource.ts'
import { courseResource } from './courses/course.resource.ts'
import { curatorResource } from './curators/curator.resource.ts'
import { enrollmentResource } from './enrollments/enrollment.resource.ts'
import { followedRights } from './enrollments/follow-rights.ts'
import { flowResource } from './flows/flow.resource.ts'
import { gradebookResource } from './gradebook/gradebook.resource.ts'
import { holdingResource } from './holdings/holding.resource.ts'
import { lessonResource } from './lessons/lesson.resource.ts'
import { moduleResource } from './modules/module.resource.ts'
import { noticeFactsResource } from './notices/notice-facts.resource.ts'
import { openingResource } from './openings/opening.resource.ts'
import { overrideResource } from './overrides/override.resource.ts'
import { packageResource } from './packages/package.resource.ts'
import { progressResource } from './progress/progress.resource.ts'
import { publicationResource } from './publishing/publication.resource.ts'
import { questionResource } from './questions/question.resource.ts'
import { quizResource } from './quizzes/quiz.resource.ts'
import { reviewQueueResource } from './review-queue/review-queue.resource.ts'
import { reviewResource } from './reviews/review.resource.ts'
import { rightResource } from './rights/right.resource.ts'
import { scheduleResource } from './schedule/schedule.resource.ts'
import { structureResource } from './structure/structure.resource.ts'
import { submissionResource } from './submissions/submission.resource.ts'

export const learningService = builder.build({
  contract: learningContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  follows: [followedRights],
  resources: [
    blockResource,
    openingResource,
    holdingResource,
    rightResource,
    progressResource,
    questionResource,
    attemptResource,
    gradebookResource,
    submissionResource,
    reviewQueueResource,
    certificateTemplateResource,
    curatorResource,
    enrollmentResource,
    overrideResource,
    commentResource,
    reviewResource,
    certificateResource,
    scheduleResource,
    quizResource,
    assignmentResource,
    calendarResource,
    flowResource,
    badgeKeyResource,
    courseCopyResource,
    packageResource,
    courseResource,
    courseFiguresResource,
    structureResource,
    publicationResource,
    moduleResource,
    lessonResource,
    accessRulesResource,
    noticeFactsResource,
  ],
  settings: [siteUrlSetting],
  // An empty flow is removed whatever names it: `removeFlow` follows.
  naming: { grp: async () => [] },
})
