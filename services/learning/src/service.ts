// Courses and lessons.
import { migrationsIn, siteUrlSetting } from '@lms/service-host'
import { lessonAccessRulesHandlers } from './access-rules/access-rules.handlers.ts'
import { assignments } from './assignments/assignment.contract.ts'
import { assignmentHandlers } from './assignments/assignment.handlers.ts'
import { quizAttempts } from './attempts/attempt.contract.ts'
import { attemptsOfPerson } from './attempts/attempt.data.ts'
import { attemptHandlers } from './attempts/attempt.handlers.ts'
import { endAttemptTask, regradeQuestionTask } from './attempts/attempt.run.ts'
import { AttemptAnswerEntity } from './attempts/attempt.store.ts'
import { extendAttemptsTask } from './attempts/extend.run.ts'
import { badgeKeyHandlers } from './badges/badge-key.handlers.ts'
import { sealedBadgeKeys } from './badges/badge-key.ts'
import { renewKeys } from './badges/renew-keys.ts'
import { lessonBlocks } from './blocks/block.contract.ts'
import { blockHandlers } from './blocks/block.handlers.ts'
import { ContentUseEntity } from './blocks/block.store.ts'
import { builder } from './builder.ts'
import { calendar, calendarFeeds } from './calendar/calendar.contract.ts'
import { calendarFeedHandlers, calendarHandlers } from './calendar/calendar.handlers.ts'
import { fileOfTemplate } from './certificate-templates/sample.ts'
import { certificateTemplateHandlers } from './certificate-templates/template.handlers.ts'
import { CertificateDesignEntity } from './certificate-templates/template.store.ts'
import { certificates } from './certificates/certificate.contract.ts'
import { certificatesOfPerson } from './certificates/certificate.data.ts'
import { certificateCheckHandlers, certificateHandlers } from './certificates/certificate.handlers.ts'
import { fileOfCertificate } from './certificates/file.ts'
import { issueCertificateCall } from './certificates/issue.run.ts'
import { comments } from './comments/comment.contract.ts'
import { lessonCommentsOfPerson } from './comments/comment.data.ts'
import { commentHandlers } from './comments/comment.handlers.ts'
import { learningContract } from './contract.ts'
import { courseCopyHandlers } from './copying/copy.handlers.ts'
import { fillCopyTask } from './copying/copy.run.ts'
import { courseFiguresHandlers } from './course-figures/course-figures.handlers.ts'
import { courseHandlers } from './courses/course.handlers.ts'
import { curatedOfPerson, curatorsOfPerson } from './curators/curator.data.ts'
import { curatorHandlers } from './curators/curator.handlers.ts'
import { enrollments } from './enrollments/enrollment.contract.ts'
import { enrollmentsOfPerson } from './enrollments/enrollment.data.ts'
import { enrollmentHandlers } from './enrollments/enrollment.handlers.ts'
import { followedRights } from './enrollments/follow-rights.ts'
import { freezeRightsCall } from './enrollments/freeze.run.ts'
import { onAccessGranted } from './enrollments/granted-reaction.ts'
import { settleEnrollmentTask } from './enrollments/settle.run.ts'
import { enterFlowTask } from './flows/enter-flow.run.ts'
import { flows } from './flows/flow.contract.ts'
import { flowHandlers } from './flows/flow.handlers.ts'
import { leaveFlowTask } from './flows/leave-flow.run.ts'
import { onGroupTransferred } from './flows/transferred-reaction.ts'
import { gradesOfPerson } from './gradebook/grade.data.ts'
import { GradeEntity } from './gradebook/grade.store.ts'
import { gradebooks } from './gradebook/gradebook.contract.ts'
import { gradebookHandlers } from './gradebook/gradebook.handlers.ts'
import { AttendanceEntity } from './holdings/attendance.store.ts'
import { findHoldersCall } from './holdings/find-holders.run.ts'
import { HoldingEntity } from './holdings/holding.entity.ts'
import {
  onOrderCanceled,
  onOrderPaid,
  onOrderRefunded,
  onTagAdded,
  onTagRemoved,
  onWebinarAttended,
} from './holdings/holding-reactions.ts'
import { lessonHandlers } from './lessons/lesson.handlers.ts'
import { moduleHandlers } from './modules/module.handlers.ts'
import { noticeFactsHandlers } from './notices/notice-facts.handlers.ts'
import { FlowOpeningEntity, OpenLessonsEntity, TaughtFlowEntity } from './openings/opening.entity.ts'
import { RuleRefEntity } from './openings/rule-ref.store.ts'
import { lessonOverrides } from './overrides/override.contract.ts'
import { overridesOfPerson } from './overrides/override.data.ts'
import { overrideHandlers } from './overrides/override.handlers.ts'
import { exportCourseTask } from './packages/export.run.ts'
import { importCourseTask } from './packages/import.run.ts'
import { coursePackageHandlers } from './packages/package.handlers.ts'
import { takeBackImportTask } from './packages/undo-import.ts'
import { BlockProgressEntity } from './progress/block-progress.store.ts'
import { enterWorkTask } from './progress/enter-work.run.ts'
import { lessonCompletions, progress } from './progress/progress.contract.ts'
import { progressOfPerson } from './progress/progress.data.ts'
import { lessonCompletionHandlers, progressHandlers } from './progress/progress.handlers.ts'
import { recountCourseTask } from './progress/recount.run.ts'
import { publicationHandlers } from './publishing/publication.handlers.ts'
import { QuestionFigureEntity } from './questions/figure.store.ts'
import { questionHandlers } from './questions/question.handlers.ts'
import { QuestionVersionEntity } from './questions/question.store.ts'
import { quizzes } from './quizzes/quiz.contract.ts'
import { quizHandlers } from './quizzes/quiz.handlers.ts'
import { ReviewQueueEntity } from './review-queue/queue.store.ts'
import { reviews } from './reviews/review.contract.ts'
import { courseReviewsOfPerson } from './reviews/review.data.ts'
import { reviewHandlers } from './reviews/review.handlers.ts'
import { FlowEntity, RightEntity, RightsProgressEntity } from './rights/right.entity.ts'
import { flowPeopleHandlers } from './schedule/flow-people.handlers.ts'
import { openFlowTask, openLessonsTask, rearmOpeningsTask } from './schedule/open-lessons.run.ts'
import { lessonSchedule } from './schedule/schedule.contract.ts'
import { scheduleHandlers } from './schedule/schedule.handlers.ts'
import { structureHandlers } from './structure/structure.handlers.ts'
import { submissionCommentHandlers } from './submissions/comment.handlers.ts'
import { watchAnswerTask, watchHomeworkTask } from './submissions/overdue.run.ts'
import { submissionComments, submissions } from './submissions/submission.contract.ts'
import { commentsOfPerson, reviewsOfPerson, submissionsOfPerson } from './submissions/submission.data.ts'
import { submissionHandlers } from './submissions/submission.handlers.ts'
import { beginAbsenceTask, lapseClaimTask, watchReviewTask } from './submissions/submission.run.ts'
import { SubmissionAttemptEntity } from './submissions/submission.store.ts'
import { SubmissionFileEntity } from './submissions/submission-file.store.ts'

export const learningService = builder.build({
  contract: learningContract,
  entities: [
    ContentUseEntity,
    RuleRefEntity,
    HoldingEntity,
    AttendanceEntity,
    FlowOpeningEntity,
    OpenLessonsEntity,
    TaughtFlowEntity,
    RightEntity,
    FlowEntity,
    RightsProgressEntity,
    BlockProgressEntity,
    QuestionVersionEntity,
    QuestionFigureEntity,
    AttemptAnswerEntity,
    GradeEntity,
    SubmissionAttemptEntity,
    SubmissionFileEntity,
    ReviewQueueEntity,
    CertificateDesignEntity,
  ],
  settings: [siteUrlSetting],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  used: { curators_limit_reached: ({ curators }, most) => curators.standing(most) },
  personalData: [
    progressOfPerson,
    enrollmentsOfPerson,
    overridesOfPerson,
    attemptsOfPerson,
    submissionsOfPerson,
    reviewsOfPerson,
    commentsOfPerson,
    lessonCommentsOfPerson,
    curatorsOfPerson,
    curatedOfPerson,
    gradesOfPerson,
    courseReviewsOfPerson,
    certificatesOfPerson,
  ],
  follows: [
    {
      ...followedRights,
      before: [
        enrollments,
        lessonSchedule,
        lessonOverrides,
        lessonBlocks,
        progress,
        lessonCompletions,
        quizzes,
        quizAttempts,
        gradebooks,
        assignments,
        submissions,
        submissionComments,
        reviews,
        comments,
        calendar,
        calendarFeeds,
        certificates,
        flows,
      ],
    },
  ],
  sealed: [sealedBadgeKeys],
  tasks: [
    fillCopyTask,
    settleEnrollmentTask,
    freezeRightsCall,
    recountCourseTask,
    enterWorkTask,
    endAttemptTask,
    extendAttemptsTask,
    regradeQuestionTask,
    openLessonsTask,
    openFlowTask,
    rearmOpeningsTask,
    findHoldersCall,
    lapseClaimTask,
    watchReviewTask,
    beginAbsenceTask,
    watchHomeworkTask,
    watchAnswerTask,
    leaveFlowTask,
    enterFlowTask,
    importCourseTask,
    takeBackImportTask,
    exportCourseTask,
    issueCertificateCall,
  ],
  reactions: [
    onTagAdded,
    onTagRemoved,
    onOrderPaid,
    onOrderCanceled,
    onOrderRefunded,
    onGroupTransferred,
    onAccessGranted,
    onWebinarAttended,
  ],
  resources: [
    courseHandlers,
    courseFiguresHandlers,
    structureHandlers,
    courseCopyHandlers,
    publicationHandlers,
    moduleHandlers,
    lessonHandlers,
    lessonAccessRulesHandlers,
    blockHandlers,
    enrollmentHandlers,
    flowHandlers,
    overrideHandlers,
    scheduleHandlers,
    flowPeopleHandlers,
    noticeFactsHandlers,
    progressHandlers,
    lessonCompletionHandlers,
    reviewHandlers,
    certificateTemplateHandlers,
    certificateHandlers,
    certificateCheckHandlers,
    badgeKeyHandlers,
    quizHandlers,
    questionHandlers,
    attemptHandlers,
    gradebookHandlers,
    assignmentHandlers,
    submissionHandlers,
    submissionCommentHandlers,
    curatorHandlers,
    commentHandlers,
    calendarHandlers,
    calendarFeedHandlers,
    coursePackageHandlers,
  ],
  restored: renewKeys,
  files: { cer: fileOfCertificate, ctp: fileOfTemplate },
  objects: { crs: (ids, { courses }) => courses.many(ids) },
  naming: {
    tag: (id, { ruleRefs }) => ruleRefs.naming(id),
    off: (id, { ruleRefs }) => ruleRefs.naming(id),
    wbn: (id, { ruleRefs }) => ruleRefs.naming(id),
    grp: async (id, { enrollments, overrides, curators }) =>
      (await Promise.all([enrollments.naming(id), overrides.naming(id), curators.naming(id)])).flat(),
    fil: async (id, { blocks, certificateTemplates, courses, submissionFiles }) =>
      (
        await Promise.all([
          courses.showing(id),
          blocks.showing(id),
          submissionFiles.showing(id),
          certificateTemplates.showing(id),
        ])
      ).flat(),
  },
})
