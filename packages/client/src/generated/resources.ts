// Generated from the contracts by `lms generate`; do not edit.
import type { Caller } from '../core/types.ts'
import { AccessesApi } from './accesses.ts'
import { AgentAccessApi } from './agent-access.ts'
import { AgentChatApi } from './agent-chat.ts'
import { AgentConfirmationsApi } from './agent-confirmations.ts'
import { ApiKeysApi } from './api-keys.ts'
import { AssignmentsApi } from './assignments.ts'
import { AttendanceImportsApi } from './attendance-imports.ts'
import { AuditLogApi } from './audit-log.ts'
import { AuthApi } from './auth.ts'
import { BulkActionsApi } from './bulk-actions.ts'
import { CalendarApi } from './calendar.ts'
import { CampaignStatsApi } from './campaign-stats.ts'
import { CampaignsApi } from './campaigns.ts'
import { CertificatePagesApi } from './certificate-pages.ts'
import { CertificateTemplatesApi } from './certificate-templates.ts'
import { CertificatesApi } from './certificates.ts'
import { CheckoutsApi } from './checkouts.ts'
import { CommentsApi } from './comments.ts'
import { ConsentsApi } from './consents.ts'
import { CourseAnalyticsApi } from './course-analytics.ts'
import { CourseCopiesApi } from './course-copies.ts'
import { CoursePackagesApi } from './course-packages.ts'
import { CourseStructuresApi } from './course-structures.ts'
import { CoursesApi } from './courses.ts'
import { CuratorsApi } from './curators.ts'
import { CustomFieldsApi } from './custom-fields.ts'
import { DataExportsApi } from './data-exports.ts'
import { DeliveriesApi } from './deliveries.ts'
import { DomainsApi } from './domains.ts'
import { EnrollmentsApi } from './enrollments.ts'
import { EventsApi } from './events.ts'
import { ExportsApi } from './exports.ts'
import { FilesApi } from './files.ts'
import { FormsApi } from './forms.ts'
import { FullExportsApi } from './full-exports.ts'
import { FunnelApi } from './funnel.ts'
import { GiftsApi } from './gifts.ts'
import { GradebooksApi } from './gradebooks.ts'
import { GroupsApi } from './groups.ts'
import { HealthApi } from './health.ts'
import { HomeworkApi } from './homework.ts'
import { IdentitiesApi } from './identities.ts'
import { ImportsApi } from './imports.ts'
import { LessonAccessRulesApi } from './lesson-access-rules.ts'
import { LessonBlocksApi } from './lesson-blocks.ts'
import { LessonCompletionsApi } from './lesson-completions.ts'
import { LessonOverridesApi } from './lesson-overrides.ts'
import { LessonScheduleApi } from './lesson-schedule.ts'
import { LessonsApi } from './lessons.ts'
import { LimitsApi } from './limits.ts'
import { MailingsApi } from './mailings.ts'
import { MeApi } from './me.ts'
import { MembersApi } from './members.ts'
import { MessageTemplatesApi } from './message-templates.ts'
import { MessagesApi } from './messages.ts'
import { ModulesApi } from './modules.ts'
import { NotesApi } from './notes.ts'
import { OfferItemsApi } from './offer-items.ts'
import { OffersApi } from './offers.ts'
import { OrderDiscountsApi } from './order-discounts.ts'
import { OrderInstalmentsApi } from './order-instalments.ts'
import { OrderItemsApi } from './order-items.ts'
import { OrdersApi } from './orders.ts'
import { PageContentsApi } from './page-contents.ts'
import { PageVersionsApi } from './page-versions.ts'
import { PagesApi } from './pages.ts'
import { PartnerAccrualsApi } from './partner-accruals.ts'
import { PartnerPayoutsApi } from './partner-payouts.ts'
import { PartnersApi } from './partners.ts'
import { PaymentLinksApi } from './payment-links.ts'
import { PaymentProvidersApi } from './payment-providers.ts'
import { PaymentRefundsApi } from './payment-refunds.ts'
import { PaymentsApi } from './payments.ts'
import { PersonTagsApi } from './person-tags.ts'
import { PersonsApi } from './persons.ts'
import { PreferencesApi } from './preferences.ts'
import { PricesApi } from './prices.ts'
import { ProgressApi } from './progress.ts'
import { PromoCodeChecksApi } from './promo-code-checks.ts'
import { PromoCodesApi } from './promo-codes.ts'
import { PublicationsApi } from './publications.ts'
import { QueriesApi } from './queries.ts'
import { QuestionsApi } from './questions.ts'
import { QueuesApi } from './queues.ts'
import { QuizAttemptsApi } from './quiz-attempts.ts'
import { QuizzesApi } from './quizzes.ts'
import { ReceiptsApi } from './receipts.ts'
import { RecordingsApi } from './recordings.ts'
import { RedirectsApi } from './redirects.ts'
import { RefundsApi } from './refunds.ts'
import { ReviewsApi } from './reviews.ts'
import { RoomBlocksApi } from './room-blocks.ts'
import { SalesApi } from './sales.ts'
import { ScenarioRunsApi } from './scenario-runs.ts'
import { ScenariosApi } from './scenarios.ts'
import { SegmentMembersApi } from './segment-members.ts'
import { SegmentsApi } from './segments.ts'
import { SessionsApi } from './sessions.ts'
import { SettingsApi } from './settings.ts'
import { SubmissionCommentsApi } from './submission-comments.ts'
import { SubmissionsApi } from './submissions.ts'
import { SubscriptionsApi } from './subscriptions.ts'
import { SuppressionsApi } from './suppressions.ts'
import { TagsApi } from './tags.ts'
import { TasksApi } from './tasks.ts'
import { TaxRatesApi } from './tax-rates.ts'
import { TrafficApi } from './traffic.ts'
import { TransfersApi } from './transfers.ts'
import { UsersApi } from './users.ts'
import { WebhooksApi } from './webhooks.ts'
import { WebinarAttendanceApi } from './webinar-attendance.ts'
import { WebinarMessagesApi } from './webinar-messages.ts'
import { WebinarRegistrationsApi } from './webinar-registrations.ts'
import { WebinarSessionsApi } from './webinar-sessions.ts'
import { WebinarsApi } from './webinars.ts'

/** All resources of a school's API. */
export class Resources {
  readonly accesses: AccessesApi
  readonly agentAccess: AgentAccessApi
  readonly agentChat: AgentChatApi
  readonly agentConfirmations: AgentConfirmationsApi
  readonly apiKeys: ApiKeysApi
  readonly assignments: AssignmentsApi
  readonly attendanceImports: AttendanceImportsApi
  readonly auditLog: AuditLogApi
  readonly auth: AuthApi
  readonly bulkActions: BulkActionsApi
  readonly calendar: CalendarApi
  readonly campaignStats: CampaignStatsApi
  readonly campaigns: CampaignsApi
  readonly certificatePages: CertificatePagesApi
  readonly certificateTemplates: CertificateTemplatesApi
  readonly certificates: CertificatesApi
  readonly checkouts: CheckoutsApi
  readonly comments: CommentsApi
  readonly consents: ConsentsApi
  readonly courseAnalytics: CourseAnalyticsApi
  readonly courseCopies: CourseCopiesApi
  readonly coursePackages: CoursePackagesApi
  readonly courseStructures: CourseStructuresApi
  readonly courses: CoursesApi
  readonly curators: CuratorsApi
  readonly customFields: CustomFieldsApi
  readonly dataExports: DataExportsApi
  readonly deliveries: DeliveriesApi
  readonly domains: DomainsApi
  readonly enrollments: EnrollmentsApi
  readonly events: EventsApi
  readonly exports: ExportsApi
  readonly files: FilesApi
  readonly forms: FormsApi
  readonly fullExports: FullExportsApi
  readonly funnel: FunnelApi
  readonly gifts: GiftsApi
  readonly gradebooks: GradebooksApi
  readonly groups: GroupsApi
  readonly health: HealthApi
  readonly homework: HomeworkApi
  readonly identities: IdentitiesApi
  readonly imports: ImportsApi
  readonly lessonAccessRules: LessonAccessRulesApi
  readonly lessonBlocks: LessonBlocksApi
  readonly lessonCompletions: LessonCompletionsApi
  readonly lessonOverrides: LessonOverridesApi
  readonly lessonSchedule: LessonScheduleApi
  readonly lessons: LessonsApi
  readonly limits: LimitsApi
  readonly mailings: MailingsApi
  readonly me: MeApi
  readonly members: MembersApi
  readonly messageTemplates: MessageTemplatesApi
  readonly messages: MessagesApi
  readonly modules: ModulesApi
  readonly notes: NotesApi
  readonly offerItems: OfferItemsApi
  readonly offers: OffersApi
  readonly orderDiscounts: OrderDiscountsApi
  readonly orderInstalments: OrderInstalmentsApi
  readonly orderItems: OrderItemsApi
  readonly orders: OrdersApi
  readonly pageContents: PageContentsApi
  readonly pageVersions: PageVersionsApi
  readonly pages: PagesApi
  readonly partnerAccruals: PartnerAccrualsApi
  readonly partnerPayouts: PartnerPayoutsApi
  readonly partners: PartnersApi
  readonly paymentLinks: PaymentLinksApi
  readonly paymentProviders: PaymentProvidersApi
  readonly paymentRefunds: PaymentRefundsApi
  readonly payments: PaymentsApi
  readonly personTags: PersonTagsApi
  readonly persons: PersonsApi
  readonly preferences: PreferencesApi
  readonly prices: PricesApi
  readonly progress: ProgressApi
  readonly promoCodeChecks: PromoCodeChecksApi
  readonly promoCodes: PromoCodesApi
  readonly publications: PublicationsApi
  readonly queries: QueriesApi
  readonly questions: QuestionsApi
  readonly queues: QueuesApi
  readonly quizAttempts: QuizAttemptsApi
  readonly quizzes: QuizzesApi
  readonly receipts: ReceiptsApi
  readonly recordings: RecordingsApi
  readonly redirects: RedirectsApi
  readonly refunds: RefundsApi
  readonly reviews: ReviewsApi
  readonly roomBlocks: RoomBlocksApi
  readonly sales: SalesApi
  readonly scenarioRuns: ScenarioRunsApi
  readonly scenarios: ScenariosApi
  readonly segmentMembers: SegmentMembersApi
  readonly segments: SegmentsApi
  readonly sessions: SessionsApi
  readonly settings: SettingsApi
  readonly submissionComments: SubmissionCommentsApi
  readonly submissions: SubmissionsApi
  readonly subscriptions: SubscriptionsApi
  readonly suppressions: SuppressionsApi
  readonly tags: TagsApi
  readonly tasks: TasksApi
  readonly taxRates: TaxRatesApi
  readonly traffic: TrafficApi
  readonly transfers: TransfersApi
  readonly users: UsersApi
  readonly webhooks: WebhooksApi
  readonly webinarAttendance: WebinarAttendanceApi
  readonly webinarMessages: WebinarMessagesApi
  readonly webinarRegistrations: WebinarRegistrationsApi
  readonly webinarSessions: WebinarSessionsApi
  readonly webinars: WebinarsApi
  constructor(client: Caller) {
    this.accesses = new AccessesApi(client)
    this.agentAccess = new AgentAccessApi(client)
    this.agentChat = new AgentChatApi(client)
    this.agentConfirmations = new AgentConfirmationsApi(client)
    this.apiKeys = new ApiKeysApi(client)
    this.assignments = new AssignmentsApi(client)
    this.attendanceImports = new AttendanceImportsApi(client)
    this.auditLog = new AuditLogApi(client)
    this.auth = new AuthApi(client)
    this.bulkActions = new BulkActionsApi(client)
    this.calendar = new CalendarApi(client)
    this.campaignStats = new CampaignStatsApi(client)
    this.campaigns = new CampaignsApi(client)
    this.certificatePages = new CertificatePagesApi(client)
    this.certificateTemplates = new CertificateTemplatesApi(client)
    this.certificates = new CertificatesApi(client)
    this.checkouts = new CheckoutsApi(client)
    this.comments = new CommentsApi(client)
    this.consents = new ConsentsApi(client)
    this.courseAnalytics = new CourseAnalyticsApi(client)
    this.courseCopies = new CourseCopiesApi(client)
    this.coursePackages = new CoursePackagesApi(client)
    this.courseStructures = new CourseStructuresApi(client)
    this.courses = new CoursesApi(client)
    this.curators = new CuratorsApi(client)
    this.customFields = new CustomFieldsApi(client)
    this.dataExports = new DataExportsApi(client)
    this.deliveries = new DeliveriesApi(client)
    this.domains = new DomainsApi(client)
    this.enrollments = new EnrollmentsApi(client)
    this.events = new EventsApi(client)
    this.exports = new ExportsApi(client)
    this.files = new FilesApi(client)
    this.forms = new FormsApi(client)
    this.fullExports = new FullExportsApi(client)
    this.funnel = new FunnelApi(client)
    this.gifts = new GiftsApi(client)
    this.gradebooks = new GradebooksApi(client)
    this.groups = new GroupsApi(client)
    this.health = new HealthApi(client)
    this.homework = new HomeworkApi(client)
    this.identities = new IdentitiesApi(client)
    this.imports = new ImportsApi(client)
    this.lessonAccessRules = new LessonAccessRulesApi(client)
    this.lessonBlocks = new LessonBlocksApi(client)
    this.lessonCompletions = new LessonCompletionsApi(client)
    this.lessonOverrides = new LessonOverridesApi(client)
    this.lessonSchedule = new LessonScheduleApi(client)
    this.lessons = new LessonsApi(client)
    this.limits = new LimitsApi(client)
    this.mailings = new MailingsApi(client)
    this.me = new MeApi(client)
    this.members = new MembersApi(client)
    this.messageTemplates = new MessageTemplatesApi(client)
    this.messages = new MessagesApi(client)
    this.modules = new ModulesApi(client)
    this.notes = new NotesApi(client)
    this.offerItems = new OfferItemsApi(client)
    this.offers = new OffersApi(client)
    this.orderDiscounts = new OrderDiscountsApi(client)
    this.orderInstalments = new OrderInstalmentsApi(client)
    this.orderItems = new OrderItemsApi(client)
    this.orders = new OrdersApi(client)
    this.pageContents = new PageContentsApi(client)
    this.pageVersions = new PageVersionsApi(client)
    this.pages = new PagesApi(client)
    this.partnerAccruals = new PartnerAccrualsApi(client)
    this.partnerPayouts = new PartnerPayoutsApi(client)
    this.partners = new PartnersApi(client)
    this.paymentLinks = new PaymentLinksApi(client)
    this.paymentProviders = new PaymentProvidersApi(client)
    this.paymentRefunds = new PaymentRefundsApi(client)
    this.payments = new PaymentsApi(client)
    this.personTags = new PersonTagsApi(client)
    this.persons = new PersonsApi(client)
    this.preferences = new PreferencesApi(client)
    this.prices = new PricesApi(client)
    this.progress = new ProgressApi(client)
    this.promoCodeChecks = new PromoCodeChecksApi(client)
    this.promoCodes = new PromoCodesApi(client)
    this.publications = new PublicationsApi(client)
    this.queries = new QueriesApi(client)
    this.questions = new QuestionsApi(client)
    this.queues = new QueuesApi(client)
    this.quizAttempts = new QuizAttemptsApi(client)
    this.quizzes = new QuizzesApi(client)
    this.receipts = new ReceiptsApi(client)
    this.recordings = new RecordingsApi(client)
    this.redirects = new RedirectsApi(client)
    this.refunds = new RefundsApi(client)
    this.reviews = new ReviewsApi(client)
    this.roomBlocks = new RoomBlocksApi(client)
    this.sales = new SalesApi(client)
    this.scenarioRuns = new ScenarioRunsApi(client)
    this.scenarios = new ScenariosApi(client)
    this.segmentMembers = new SegmentMembersApi(client)
    this.segments = new SegmentsApi(client)
    this.sessions = new SessionsApi(client)
    this.settings = new SettingsApi(client)
    this.submissionComments = new SubmissionCommentsApi(client)
    this.submissions = new SubmissionsApi(client)
    this.subscriptions = new SubscriptionsApi(client)
    this.suppressions = new SuppressionsApi(client)
    this.tags = new TagsApi(client)
    this.tasks = new TasksApi(client)
    this.taxRates = new TaxRatesApi(client)
    this.traffic = new TrafficApi(client)
    this.transfers = new TransfersApi(client)
    this.users = new UsersApi(client)
    this.webhooks = new WebhooksApi(client)
    this.webinarAttendance = new WebinarAttendanceApi(client)
    this.webinarMessages = new WebinarMessagesApi(client)
    this.webinarRegistrations = new WebinarRegistrationsApi(client)
    this.webinarSessions = new WebinarSessionsApi(client)
    this.webinars = new WebinarsApi(client)
  }
}
