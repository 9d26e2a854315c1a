// The stores of this service, and the builder that ties its handlers and reactions to them.
import {
  defineService,
  PeopleDirectory,
  type SchoolSettingsMove,
  type StoresOf,
  schoolSettingsOf,
  type UnitOfWork,
} from '@lms/service-host'
import { AttemptStore } from './assessment/attempts/attempt.store.ts'
import { GradeStore } from './assessment/gradebook/grade.store.ts'
import { DrawnQuestionStore } from './assessment/questions/drawn-question.store.ts'
import { QuestionFigureStore } from './assessment/questions/figure.store.ts'
import { QuestionStore } from './assessment/questions/question.store.ts'
import { QuestionFileStore } from './assessment/questions/question-file.store.ts'
import { QuizStore } from './assessment/quizzes/quiz.store.ts'
import { BlockStore } from './course/blocks/block.store.ts'
import { DraftBlockStore } from './course/blocks/draft-block.store.ts'
import { CourseStore } from './course/courses/course.store.ts'
import { LessonStore } from './course/lessons/lesson.store.ts'
import { ModuleStore } from './course/modules/module.store.ts'
import { ImportSourceStore } from './course/packages/import-source.store.ts'
import { CommentStore } from './discussion/comments/comment.store.ts'
import { ReviewStore } from './discussion/reviews/review.store.ts'
import { AssignmentStore } from './homework/assignments/assignment.store.ts'
import { CuratorStore } from './homework/curators/curator.store.ts'
import { ReviewQueueStore } from './homework/review-queue/queue.store.ts'
import { SubmissionCommentStore } from './homework/submissions/comment.store.ts'
import { SubmissionStore } from './homework/submissions/submission.store.ts'
import { SubmissionFileStore } from './homework/submissions/submission-file.store.ts'
import { BadgeKeyStore } from './recognition/badges/badge-key.store.ts'
import { CertificateTemplateStore } from './recognition/certificate-templates/template.store.ts'
import { CertificateStore } from './recognition/certificates/certificate.store.ts'
import { CalendarEntryStore } from './study/calendar/calendar-entry.store.ts'
import { EnrollmentStore } from './study/enrollments/enrollment.store.ts'
import { AttendanceStore } from './study/holdings/attendance.store.ts'
import { HoldingStore } from './study/holdings/holding.store.ts'
import { OpeningStore } from './study/openings/opening.store.ts'
import { armCoursesWithoutZone } from './study/openings/opening.task.ts'
import { RuleRefStore } from './study/openings/rule-ref.store.ts'
import { OverrideStore } from './study/overrides/override.store.ts'
import { BlockProgressStore } from './study/progress/block-progress.store.ts'
import { LessonProgressStore } from './study/progress/lesson-progress.store.ts'
import { RightStore } from './study/rights/right.store.ts'
import { ScheduleStore } from './study/schedule/schedule.store.ts'

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
  draftBlocks: DraftBlockStore,
  ruleRefs: RuleRefStore,
  openings: OpeningStore,
  importSources: ImportSourceStore,
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
  questionFiles: QuestionFileStore,
  drawnQuestions: DrawnQuestionStore,
  attempts: AttemptStore,
  grades: GradeStore,
  assignments: AssignmentStore,
  submissions: SubmissionStore,
  submissionFiles: SubmissionFileStore,
  submissionComments: SubmissionCommentStore,
  reviewQueue: ReviewQueueStore,
  curators: CuratorStore,
  comments: CommentStore,
  calendarEntries: CalendarEntryStore,
})
export type Stores = StoresOf<typeof builder.stores>
