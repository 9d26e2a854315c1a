// The stores of this service, and the builder that ties its handlers and reactions to them.
import {
  defineService,
  PeopleDirectory,
  type SchoolSettingsMove,
  type StoresOf,
  schoolSettingsOf,
  type UnitOfWork,
} from '@lms/service-host'
import { AssignmentStore } from './assignments/assignment.store.ts'
import { AttemptStore } from './attempts/attempt.store.ts'
import { BadgeKeyStore } from './badges/badge-key.store.ts'
import { BlockStore } from './blocks/block.store.ts'
import { CertificateTemplateStore } from './certificate-templates/template.store.ts'
import { CertificateStore } from './certificates/certificate.store.ts'
import { CommentStore } from './comments/comment.store.ts'
import { CourseStore } from './courses/course.store.ts'
import { CuratorStore } from './curators/curator.store.ts'
import { EnrollmentStore } from './enrollments/enrollment.store.ts'
import { GradeStore } from './gradebook/grade.store.ts'
import { AttendanceStore } from './holdings/attendance.store.ts'
import { HoldingStore } from './holdings/holding.store.ts'
import { LessonStore } from './lessons/lesson.store.ts'
import { ModuleStore } from './modules/module.store.ts'
import { OpeningStore } from './openings/opening.store.ts'
import { armCoursesWithoutZone } from './openings/opening.task.ts'
import { RuleRefStore } from './openings/rule-ref.store.ts'
import { OverrideStore } from './overrides/override.store.ts'
import { BlockProgressStore } from './progress/block-progress.store.ts'
import { LessonProgressStore } from './progress/lesson-progress.store.ts'
import { QuestionFigureStore } from './questions/figure.store.ts'
import { QuestionStore } from './questions/question.store.ts'
import { QuizStore } from './quizzes/quiz.store.ts'
import { ReviewQueueStore } from './review-queue/queue.store.ts'
import { ReviewStore } from './reviews/review.store.ts'
import { RightStore } from './rights/right.store.ts'
import { ScheduleStore } from './schedule/schedule.store.ts'
import { SubmissionCommentStore } from './submissions/comment.store.ts'
import { SubmissionStore } from './submissions/submission.store.ts'
import { SubmissionFileStore } from './submissions/submission-file.store.ts'

/** Lessons open at other instants where a course has no zone of its own. */
const zoneChanged = ({ before, after }: SchoolSettingsMove, work: UnitOfWork) => {
  if (before.time_zone !== after.time_zone) armCoursesWithoutZone(work)
}

export const builder = defineService({
  people: PeopleDirectory,
  courses: CourseStore,
  modules: ModuleStore,
  lessons: LessonStore,
  blocks: BlockStore,
  ruleRefs: RuleRefStore,
  openings: OpeningStore,
  holdings: HoldingStore,
  attendances: AttendanceStore,
  overrides: OverrideStore,
  schedules: ScheduleStore,
  school: schoolSettingsOf('learning', { changing: zoneChanged }),
  rights: RightStore,
  enrollments: EnrollmentStore,
  lessonProgress: LessonProgressStore,
  blockProgress: BlockProgressStore,
  reviews: ReviewStore,
  certificateTemplates: CertificateTemplateStore,
  certificates: CertificateStore,
  badgeKeys: BadgeKeyStore,
  quizzes: QuizStore,
  questions: QuestionStore,
  questionFigures: QuestionFigureStore,
  attempts: AttemptStore,
  grades: GradeStore,
  assignments: AssignmentStore,
  submissions: SubmissionStore,
  submissionFiles: SubmissionFileStore,
  submissionComments: SubmissionCommentStore,
  reviewQueue: ReviewQueueStore,
  curators: CuratorStore,
  comments: CommentStore,
})
export type Stores = StoresOf<typeof builder.stores>
