// Generated from the contracts by `lms generate`; do not edit.
import type { Access } from './accesses.ts'
import type { AgentConfirmation } from './agent-confirmations.ts'
import type { Certificate } from './certificates.ts'
import type { Checkout } from './checkouts.ts'
import type { Comment } from './comments.ts'
import type { Consent } from './consents.ts'
import type { Course } from './courses.ts'
import type { Delivery } from './deliveries.ts'
import type { Enrollment } from './enrollments.ts'
import type { HomeworkSummary } from './homework.ts'
import type { ImportSummary } from './imports.ts'
import type { LessonStartedData } from './lesson-completions.ts'
import type { Lesson } from './lessons.ts'
import type { Member } from './members.ts'
import type { MessageSummary } from './messages.ts'
import type { Order } from './orders.ts'
import type { Page } from './pages.ts'
import type { PaymentSummary } from './payments.ts'
import type { QuizAttemptSummary } from './quiz-attempts.ts'
import type { ReceiptSummary } from './receipts.ts'
import type { Recording } from './recordings.ts'
import type { Review } from './reviews.ts'
import type { ScenarioSummary } from './scenarios.ts'
import type { SubmissionCommentedData } from './submission-comments.ts'
import type { Submission } from './submissions.ts'
import type { Subscription } from './subscriptions.ts'
import type { UserGroupTransferredData } from './transfers.ts'
import type { User } from './users.ts'
import type { Webhook } from './webhooks.ts'
import type { WebinarAttendance } from './webinar-attendance.ts'
import type { WebinarMessage } from './webinar-messages.ts'

export interface LessonOpenedData {
  /** The enrollment, or the flow of an event about all its people, and the lesson. */
  id: string
  /** The id of the enrollment; null if there is none. */
  enrollment_id: string | null
  /** The person to whom the lesson opens; null in an event about a whole flow. */
  user_id: string | null
  /** The flow in which the person studies. */
  group_id: string | null
  /** The id of the course. */
  course_id: string
  /** The id of the module. */
  module_id: string
  /** The id of the lesson. */
  lesson_id: string
  /** Whether the person can enter the lesson now. */
  status: 'open' | 'closed'
  /** When it opened or will open; null while nobody knows. */
  opens_at: string | null
  /** The time until which it is to be completed; null for none. */
  due_at: string | null
  /** When it closes to the person, by its end or that of the flow; null for never. */
  ends_at: string | null
  /** When the person completed the lesson; null before. */
  completed_at: string | null
  /** Minutes by which an attempt at a quiz may take longer. */
  extra_quiz_minutes: number
  /** How many more attempts each quiz allows the person. */
  extra_quiz_attempts: number
  /** Attempts that began before use nothing up; null if all of them count. */
  quizzes_restarted_at: string | null
  /** Why it is open. */
  reasons: ({
    /** A kind of condition, what counts before all conditions, or the start of the flow, before which only an exception opens a lesson. */
    kind: 'access' | 'published' | 'ended' | 'completed' | 'override' | 'flow_start' | 'date' | 'days_after' | 'hours_after' | 'weekday' | 'after_lesson' | 'after_acceptance' | 'after_course' | 'score' | 'tag' | 'offer' | 'webinar_presence' | 'webinar_recording' | 'any_of'
    /** The lesson, quiz, homework, course, tag, offer or override that it names. */
    ref: string | null
    /** Whether it holds now. */
    met: boolean
    /** When it was met, or will be; null if nobody knows. */
    at: string | null
    /** Who or what meets it. */
    opens_by: 'clock' | 'student' | 'curator' | 'school' | 'purchase'
  })[]
}

export interface MessageCampaignFinishedData {
  /** Whether it was a mailing or a campaign. */
  kind: 'mailing' | 'campaign'
  /** The id of the mailing; null if there is none. */
  mailing_id: string | null
  /** The id of the campaign; null if there is none. */
  campaign_id: string | null
  /** What staff call it. */
  name: string
  /** The key of the topic of the settings that it was about. */
  topic: string
  /** Whoever is in one of these gets it once. It is taken at the start. */
  audience: {
    /** All active people of the school. */
    everyone: boolean
    /** The ids of the users. */
    user_ids: string[]
    /** People with one of these tags. */
    tag_ids: string[]
    /** Members of one of these groups. */
    group_ids: string[]
    /** Members of one of these segments. */
    segment_ids: string[]
    /** Whoever is in one of these does not get it, whatever else names them; absent for nobody. */
    exclude?: {
      /** The ids of the users. */
      user_ids: string[]
      /** People with one of these tags. */
      tag_ids: string[]
      /** Members of one of these groups. */
      group_ids: string[]
      /** Members of one of these segments. */
      segment_ids: string[]
    }
    /** People to whom a mailing went, by what became of it; null for nobody. */
    responses: {
      /** A mailing of the school. */
      mailing_id: string
      /** failed: whom it did not reach: refused, unknown, bounced, or an unfit content. not_opened: who got it and has not opened it. opened, clicked: who has. */
      who: 'failed' | 'not_opened' | 'opened' | 'clicked'
    } | null
  }
  /** Whether it was sent to its end or stopped. */
  status: 'finished' | 'stopped'
  /** When it started; null if it has not. */
  started_at: string | null
  /** When it finished; null if it has not. */
  finished_at: string | null
  /** What became of its messages. */
  counts: {
    /** The messages that were to go: one for each person. */
    audience: number
    /** Those that wait for their turn. */
    queued: number
    /** Handed over at this moment; after a stop, at the moment of the stop. */
    in_flight: number
    /** Those that the channel has taken. */
    sent: number
    /** Tried again later. */
    deferred: number
    /** Those that the channel has refused for good. */
    refused: number
    /** They may have left before a crash, and are not repeated. */
    unknown: number
    /** Taken from the queue by a stop. */
    removed: number
    /** Those that were not sent, for one of `reasons`. */
    skipped: number
    /** The skipped ones, by reason. */
    reasons: {
      /** People who were deleted in the meantime. */
      deleted?: number
      /** People without an address in the channel. */
      no_address?: number
      /** Addresses on the list of suppressions. */
      suppressed?: number
      /** People without the consent that the topic needs. */
      no_consent?: number
      /** People who have switched the topic off. */
      topic_off?: number
      /** Addresses that another person of the audience has. */
      duplicate_address?: number
      /** People who have had as many messages as the settings allow. */
      frequency_cap?: number
      /** Messages whose time had passed before their turn came. */
      expired?: number
      /** People who had opened an earlier message of the campaign. */
      opened?: number
      /** Messages whose content could not be filled in. */
      template_error?: number
    }
  }
}

export interface MessageClickedData {
  /** The id of the user. */
  user_id: string
  /** The id of the message. */
  message_id: string
  /** The id of the mailing; null if there is none. */
  mailing_id: string | null
  /** The id of the campaign; null if there is none. */
  campaign_id: string | null
  /** The channel of the message. */
  transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** The key of the topic of the settings that it was about. */
  topic: string
  /** The target of the link. */
  url: string
  /** When the link was followed. */
  clicked_at: string
}

export interface MessageReceivedData {
  /** Who wrote; null if nobody of the school is known by the address. */
  user_id: string | null
  /** The channel in which the person wrote. */
  transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** The address from which it came. */
  from: string
  /** The subject of an e-mail; empty for other channels. */
  subject: string
  /** What the person wrote; the end of a long text is cut off. */
  text: string
  /** The message to which it replies, where that is known. */
  message_id: string | null
  /** When it was received. */
  received_at: string
}

export interface MessageUnsubscribedData {
  /** The id of the user; null if there is none. */
  user_id: string | null
  /** The channel that the person no longer gets messages in; null for all. */
  transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app' | null
  /** The topic that the person no longer gets messages about; null for all. */
  topic: string | null
  /** Whether it was a link of a message, the preferences, or the list of suppressions. */
  source: 'link' | 'preferences' | 'suppression'
  /** The message whose link was followed. */
  message_id: string | null
  /** When the person unsubscribed. */
  unsubscribed_at: string
}

export interface PreviousAccess {
  /** The id of the access. */
  id?: string
  /** The id of the user. */
  user_id?: string
  /** The id of the course. */
  course_id?: string
  /** The source of the access: a paid order, membership in a group, a manual grant, or a gift. */
  source?: 'order' | 'group' | 'manual' | 'gift'
  /** The order that gave the access, or the unpaid order that it was granted for: canceling that order revokes it. */
  order_id?: string | null
  /** The group that gives the access. */
  group_id?: string | null
  /** Only an `active` access opens the course; a `frozen` one can be unfrozen. */
  status?: 'active' | 'frozen' | 'expired' | 'revoked'
  /** When the course opens. */
  starts_at?: string
  /** When the access ends; null for never. A frozen access shows the end as of frozen_at. Unfreezing moves the end by the duration of the freeze. */
  expires_at?: string | null
  /** When the access was frozen; null if it has not been. */
  frozen_at?: string | null
  /** When it expired or was revoked. */
  ended_at?: string | null
  /** Rises with each change; send it as `If-Match`. */
  version?: number
  /** When the access was created. */
  created_at?: string
  /** When the access last changed. */
  updated_at?: string
}

export interface PreviousCourse {
  /** The id of the course. */
  id?: string
  /** Shown in lists, on the page of the course and on certificates. */
  title?: string
  /** Shown to people who may study the course. */
  description?: string
  /** The picture of the course: a ready file. */
  cover_file_id?: string | null
  /** The names of its authors, as students read them. */
  authors?: string[]
  /** The zone in which its lessons open and its deadlines end; null for the zone of the school. */
  time_zone?: string | null
  /** What a person still reads after the last access has ended: nothing, or the lessons that had opened. */
  after_access?: 'nothing' | 'opened_lessons'
  /** Who sees the course while it is published: everyone, in the catalogue, too; or only those who study it, or have studied it. */
  visibility?: 'everyone' | 'students'
  /** The categories of the gradebook, by whose weights the total counts. Without any all quizzes and homework count alike. */
  grade_categories?: {
    /** What quizzes and homework name; it stays when the title changes. */
    key?: string
    /** What the gradebook calls it. */
    title?: string
    /** What it counts in the total beside the other categories: twice as much with twice the weight. */
    weight?: number
    /** How many of the lowest results of each person do not count; one always counts. */
    drop_lowest?: number
  }[]
  /** Students see a published course, and an archived one that they study: nobody new begins it. */
  status?: 'draft' | 'published' | 'archived'
  /** When it was last published. */
  published_at?: string | null
  /** How far the copy of another course is; null for a course that is no copy. */
  building?: {
    /** The number of lessons that the copy has passed; `problems` says what it left out. */
    done?: number
    /** The number of lessons to copy. */
    total?: number
    /** What the copy could not take over. */
    problems?: string[]
  } | null
  /** Rises with each change; send it as `If-Match`. */
  version?: number
  /** When the course was created. */
  created_at?: string
  /** When the course last changed. */
  updated_at?: string
}

export interface PreviousHomeworkSummary {
  /** The id of the submission. */
  id?: string
  /** The id of the assignment. */
  assignment_id?: string
  /** The id of the lesson. */
  lesson_id?: string
  /** The id of the course. */
  course_id?: string
  /** The id of the enrollment. */
  enrollment_id?: string
  /** The id of the user. */
  user_id?: string
  /** The flow in which the person studied when it was sent; until the decision, the one in which they study. */
  group_id?: string | null
  /** draft: seen by its student only. */
  status?: 'draft' | 'submitted' | 'in_review' | 'returned' | 'accepted' | 'withdrawn'
  /** The number of attempts that were sent. */
  number?: number
  /** The answer. */
  text?: string
  /** The ids of the files of the answer, which are ready. */
  file_ids?: string[]
  /** When the submission was sent; null if it has not been. */
  sent_at?: string | null
  /** The time until which it was or is to be sent; null for none. */
  due_at?: string | null
  /** Calendar days by which it was sent, or last changed, late, by the deadline that holds now; from its acceptance on, the one that held then. */
  days_late?: number
  /** Who reviews it, or has reviewed it. */
  curator_id?: string | null
  /** The end of the claim; null if it was assigned. */
  claim_expires_at?: string | null
  /** The time until which it is to be reviewed; null if it needs no review. */
  review_due_at?: string | null
  /** The score that counts, after a penalty for delay, in hundredths of a point. */
  score?: number | null
  /** The score that the curator gave, before a penalty, in hundredths of a point. */
  given_score?: number | null
  /** What the curator wrote with the last decision. */
  comment?: string
  /** The criteria of the last decision, in the words and weights that the rubric had then; empty without a rubric. */
  criteria?: {
    /** The key of the criterion. */
    key?: string
    /** The title of the criterion. */
    title?: string
    /** What it counts beside the other criteria: twice as much with twice the weight. */
    weight?: number
    /** The level that the answer has reached. */
    level?: {
      /** The key of the level. */
      key?: string
      /** The name of the level. */
      title?: string
      /** The share of the points of the criterion that the level earns. */
      percent?: number
    }
    /** What the reviewer wrote about it; empty for nothing. */
    comment?: string
  }[]
  /** Who has let a deadline pass; null if nobody. */
  late?: 'student' | 'curator' | null
  /** The attempts without texts and files, the earliest first. */
  history?: ({
    /** The number of the attempt, from 1. */
    number?: number
    /** What became of the attempt; `withdrawn` by its student before the review. */
    status?: 'submitted' | 'accepted' | 'returned' | 'withdrawn'
    /** When it was sent. */
    sent_at?: string
    /** When the answer was changed last, before its review. */
    changed_at?: string | null
    /** Calendar days by which the attempt was sent late. */
    days_late?: number
    /** In hundredths of a point. */
    score?: number | null
    /** When it was decided; null if it has not been. */
    decided_at?: string | null
    /** The deadline that its return gave. Rework without one is as late as what was returned. */
    return_due_at?: string | null
  })[]
  /** When the submission was accepted; null if it has not been. */
  accepted_at?: string | null
  /** Rises with each change; send it as `If-Match`. */
  version?: number
  /** When the submission was created. */
  created_at?: string
  /** When the submission last changed. */
  updated_at?: string
}

export interface PreviousLesson {
  /** The id of the lesson. */
  id?: string
  /** The id of the course. */
  course_id?: string
  /** The id of the module. */
  module_id?: string
  /** What students read in the table of contents and above the lesson. */
  title?: string
  /** What students read before the lesson opens. */
  description?: string
  /** What students do in it. */
  kind?: 'lesson' | 'practice' | 'test' | 'live'
  /** Students see a published lesson of a published course. */
  status?: 'draft' | 'published'
  /** How long it takes, as its authors estimate. */
  duration_seconds?: number | null
  /** Whether the course is completed only with this lesson. */
  required?: boolean
  /** When a person has completed it. Staff may mark it as completed whatever the rule says. */
  completion?: {
    /** Whether all conditions must hold, or one is enough. */
    match?: 'all' | 'any'
    /** viewed: viewed_percent of the lesson. marked: the student has marked it as done. quiz: its quizzes are passed. homework: its homework is accepted. */
    conditions?: ('viewed' | 'marked' | 'quiz' | 'homework')[]
    /** The share of the lesson that counts as viewed. */
    viewed_percent?: number
  }
  /** Whether `completion` follows from the content: its quizzes are passed and its homework accepted; without any, the student marks it, but not a test. */
  completion_follows?: boolean
  /** Whether staff are changing its blocks in a draft: students see the published ones until the draft is published. */
  has_draft?: boolean
  /** Its place in the module, from 1. PUT /v1/courses/{id}/structure sets it. */
  position?: number
  /** Rises with each change; send it as `If-Match`. */
  version?: number
  /** When the lesson was created. */
  created_at?: string
  /** When the lesson last changed. */
  updated_at?: string
}

export interface PreviousOrder {
  /** The id of the order. */
  id?: string
  /** Rises within the school, possibly with gaps. */
  number?: number
  /** The id of the user. */
  user_id?: string
  /** `waiting_payment` until all of it is paid, also while a part is; `expired` once its payment term has passed, though a late payment still pays it. */
  status?: 'waiting_payment' | 'expired' | 'paid' | 'canceled' | 'refunded'
  /** The sum to pay: `items_amount` less `discount_amount`, plus `tax_added_amount`. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount?: number
  /** The sum of the items. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  items_amount?: number
  /** The discount on all items. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  discount_amount?: number
  /** Taxes that prices do not include. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  tax_added_amount?: number
  /** Taxes that prices include. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  tax_included_amount?: number
  /** The sums of the taxes of its items, by rate. */
  taxes?: {
    /** The rate in hundredths of a percent: 1900 is 19 %. */
    basis_points?: number
    /** Whether the price includes the tax; otherwise it is added. */
    included?: boolean
    /** The tax itself. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount?: number
    /** The name of the tax, such as `VAT`. */
    name?: string
  }[]
  /** The sum of the succeeded payments. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  paid_amount?: number
  /** The sum of the succeeded refunds. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  refunded_amount?: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency?: string
  /** The country whose taxes apply; null for none. */
  country?: string | null
  /** What is bought, at the prices of the time of the order. */
  items?: PreviousOrderItem[]
  /** The discount and where it comes from; null for none. */
  discount?: {
    /** Where the discount comes from: a promo code, a member of staff, or a gift. */
    kind?: 'promo_code' | 'manual' | 'gift'
    /** The promo code that gave the discount; null for another kind. */
    promo_code_id?: string | null
    /** The promo code at the time of its use. */
    code?: string | null
    /** The offers that it applies to; empty for all. */
    offer_ids?: string[]
    /** The percentage deducted; null for a fixed amount. */
    percent?: number | null
    /** The amount deducted, at most that of the items. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount_off?: number | null
    /** Why staff gave the discount; empty for a promo code or a gift. */
    reason?: string
  } | null
  /** Whether it is bought for others: once paid, it gives gift codes in place of access. */
  as_gift?: boolean
  /** The company that buys; null for a person. */
  company?: {
    /** The name of the company. */
    name?: string
    /** Its postal address; empty for none. */
    address?: string
    /** Its VAT number, as it was entered and in capitals; empty for none. It changes no tax. */
    vat_id?: string
  } | null
  /** What the buyer agreed to on the page of the offer. */
  agreements?: ({
    /** The text that was agreed to; `withdrawal`: that the right ends. */
    kind?: 'terms' | 'privacy' | 'withdrawal'
    /** The version of the text, as the settings named it. */
    version?: string
    /** Where the text stood. */
    url?: string
    /** When the buyer agreed. */
    agreed_at?: string
  })[]
  /** The id of the checkout; null if there is none. */
  checkout_id?: string | null
  /** The id of the subscription; null if there is none. */
  subscription_id?: string | null
  /** The id of the partner; null if there is none. */
  partner_id?: string | null
  /** A note of staff on the order. */
  comment?: string
  /** The end of the payment term; null for none. */
  expires_at?: string | null
  /** Whether the test provider paid it, or it renews or redeems what that has paid. No sale. */
  test?: boolean
  /** When the order was paid; null if it has not been. */
  paid_at?: string | null
  /** When the order was canceled; null if it has not been. */
  canceled_at?: string | null
  /** When the order expired; null if it has not. */
  expired_at?: string | null
  /** When the last of the money was returned. */
  refunded_at?: string | null
  /** Rises with each change; send it as `If-Match`. */
  version?: number
  /** When the order was created. */
  created_at?: string
  /** When the order last changed. */
  updated_at?: string
}

export interface PreviousOrderItem {
  /** The id of the order item. */
  id?: string
  /** The id of the offer. */
  offer_id?: string
  /** The price variant; null for the price of the offer itself. */
  price_id?: string | null
  /** The name of the offer at the time of the order. */
  name?: string
  /** How many are bought. */
  quantity?: number
  /** The price of one at the time of the order. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  unit_amount?: number
  /** `quantity` times `unit_amount`. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount?: number
  /** The item's share of the discount. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  discount_amount?: number
  /** The tax on the amount after the discount; null for none. */
  tax?: {
    /** The rate in hundredths of a percent: 1900 is 19 %. */
    basis_points?: number
    /** Whether the price includes the tax; otherwise it is added. */
    included?: boolean
    /** The tax itself. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount?: number
  } | null
  /** The period of a subscription; null for a price that is paid once. */
  interval?: {
    /** The unit in which the period is counted. */
    unit?: 'day' | 'month' | 'year'
    /** The number of units in a period: 3 with `month` is a quarter. */
    count?: number
  } | null
  /** The subscription that the item renews, or that it has started since its payment; null for none. */
  subscription_id?: string | null
  /** The free days with which the item begins a subscription, in place of a period; null for none. */
  trial_days?: number | null
  /** The end of what the item gives, in place of the terms of its contents. */
  access_expires_at?: string | null
  /** Whether it was added as a gift, by a promo code. */
  gift?: boolean
  /** The items of the offer at the time of the order. */
  contents?: ({
    /** The kind of the item: a course, a place in a group or flow, a webinar, or other. */
    kind?: 'course' | 'group' | 'webinar' | 'other'
    /** The id of the course, group or webinar; null for other. */
    resource_id?: string | null
    /** What the buyer reads in the list of what the offer contains. */
    name?: string
    /** The duration of the access; null for no end. */
    term_days?: number | null
  })[]
}

export interface PreviousPaymentSummary {
  /** The id of the payment. */
  id?: string
  /** The id of the order. */
  order_id?: string
  /** The id of the user. */
  user_id?: string
  /** The subscription whose period it pays. */
  subscription_id?: string | null
  /** The payment provider; null for money received outside. */
  provider_id?: string | null
  /** `pending` until the provider or staff confirm it; only `succeeded` is money received. */
  status?: 'pending' | 'succeeded' | 'failed'
  /** The method of the payment; `manual` for an order marked as paid, `none` for an amount of 0. */
  method?: 'manual' | 'cash' | 'bank_transfer' | 'card' | 'certificate' | 'none' | 'other'
  /** The sum that is or was to be paid. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount?: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency?: string
  /** The sum of its refunds. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  refunded_amount?: number
  /** The provider's fee. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  fee_amount?: number | null
  /** The provider's id of the payment, or the number of a transfer. */
  provider_reference?: string | null
  /** The reason of a failed payment. */
  failure?: {
    /** Why it was declined, in one word for all providers. */
    class?: 'declined' | 'insufficient_funds' | 'expired_card' | 'authentication_required' | 'fraud' | 'unavailable' | 'other'
    /** The words of the provider. */
    message?: string
  } | null
  /** The state of a chargeback; null for none. */
  dispute?: 'open' | 'won' | 'lost' | null
  /** Whether no money moved: a payment by a test connection, or of a test order. */
  test?: boolean
  /** A note of staff on the payment. */
  comment?: string
  /** When the money was received; null if it has not been. */
  paid_at?: string | null
  /** Rises with each change; send it as `If-Match`. */
  version?: number
  /** When the payment was created. */
  created_at?: string
  /** When the payment last changed. */
  updated_at?: string
}

export interface PreviousScenarioSummary {
  /** The id of the scenario. */
  id?: string
  /** Shown to staff in lists and in the history of a person. */
  name?: string
  /** paused: nobody enters, and whoever is inside stays where they are; the clock of their waits stands still. */
  status?: 'draft' | 'enabled' | 'paused' | 'stopped'
  /** Whether a person who has left may enter again. */
  re_entry?: 'never' | 'after_leaving'
  /** Hours between leaving and entering again. */
  re_entry_gap_hours?: number
  /** The version that people enter; null before the first. */
  published_version?: number | null
  /** When the scenario was published; null if it has not been. */
  published_at?: string | null
  /** When the scenario was paused; null if it has not been. */
  paused_at?: string | null
  /** Rises with each change; send it as `If-Match`. */
  version?: number
  /** When the scenario was created. */
  created_at?: string
  /** When the scenario last changed. */
  updated_at?: string
}

export interface PreviousSubscription {
  /** The id of the subscription. */
  id?: string
  /** The id of the user. */
  user_id?: string
  /** The id of the offer. */
  offer_id?: string
  /** The id of the price. */
  price_id?: string
  /** How many are paid for in each period. */
  quantity?: number
  /** trialing in the free days, active while the period is paid, past_due while a charge is outstanding. */
  status?: 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled'
  /** The price of a period: `quantity` times the price, before discounts and taxes that are added. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount?: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency?: string
  /** The country whose taxes apply; null for the school's own. */
  country?: string | null
  /** The period: 1 month, 1 year, 30 days. */
  interval?: {
    /** The unit in which the period is counted. */
    unit?: 'day' | 'month' | 'year'
    /** The number of units in a period: 3 with `month` is a quarter. */
    count?: number
  }
  /** The zone in which periods end at the same time of day and on the same day of the month. It never changes. */
  time_zone?: string
  /** The number of the present period; 0 before the first. */
  period?: number
  /** The start of the present period. */
  period_starts_at?: string
  /** The end of the last paid or free period. */
  period_ends_at?: string
  /** The end of the free days; null if there were none. */
  trial_ends_at?: string | null
  /** When it is charged next; null while it is paused, while a charge is under way, and after its end. */
  next_charge_at?: string | null
  /** The failed charges of the coming period. */
  attempts?: number
  /** When the first of them failed. */
  past_due_at?: string | null
  /** The card or account that is charged. Null: each period gets an order to be paid otherwise. */
  payment_method?: {
    /** The id of the saved payment method. */
    id?: string
    /** The network of the card, such as `visa`, or the kind of account. */
    brand?: string
    /** The last four digits of the card or account. */
    last4?: string
    /** The month of the expiry, `2030-01`. */
    expires?: string | null
  } | null
  /** The payment provider that charges it by a plan of its own, as Stripe goes on to charge one that was imported. Null: this platform charges it. */
  provider_id?: string | null
  /** The provider's id of it; null where this platform charges it. */
  provider_reference?: string | null
  /** The price from the next period on; null for the present one. */
  price_change?: {
    /** The id of the offer. */
    offer_id?: string
    /** The id of the price. */
    price_id?: string
    /** How many are paid for in each period. */
    quantity?: number
    /** The price of a period, before discounts and taxes that are added. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount?: number
    /** The period: 1 month, 1 year, 30 days. */
    interval?: {
      /** The unit in which the period is counted. */
      unit?: 'day' | 'month' | 'year'
      /** The number of units in a period: 3 with `month` is a quarter. */
      count?: number
    }
  } | null
  /** Credit from changes of the price, deducted from the next charges. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  credit_amount?: number
  /** The order that paid the present period. */
  order_id?: string | null
  /** The unpaid order of the coming period, or of a change of the price. */
  open_order_id?: string | null
  /** The charge under way; null for none. */
  open_payment_id?: string | null
  /** Whether it ends with the present period. */
  cancels_at_period_end?: boolean
  /** Whether the test provider pays it. No sale. */
  test?: boolean
  /** When the subscription was paused; null if it has not been. */
  paused_at?: string | null
  /** When it resumes by itself; null for never. */
  resumes_at?: string | null
  /** When the subscription was canceled; null if it has not been. */
  canceled_at?: string | null
  /** Why it ended; null while it runs. */
  cancel_reason?: 'requested' | 'period_ended' | 'unpaid' | 'order_canceled' | 'refunded' | 'person_gone' | null
  /** Rises with each change; send it as `If-Match`. */
  version?: number
  /** When the subscription was created. */
  created_at?: string
  /** When the subscription last changed. */
  updated_at?: string
}

export interface PreviousUser {
  /** The id of the user. */
  id?: string
  /** The e-mail address of the person, such as `ann@school.example`; null if it is not known. */
  email?: string | null
  /** The phone number in E.164 form, such as `+491711234567`; null if it is not known. */
  phone?: string | null
  /** The first name, or all of the name if it has one part; empty if it is not known. */
  first_name?: string
  /** The last name; empty if it is not known. */
  last_name?: string
  /** What the person may do in the school; a `student` has no rights of staff. */
  role?: 'owner' | 'administrator' | 'manager' | 'curator' | 'student'
  /** The language of the person: a BCP 47 tag, such as `pt-BR`. */
  locale?: string
  /** The IANA name, as it was sent. */
  time_zone?: string
  /** A `blocked` person cannot sign in; a `deleted` one cannot either, and stays only for the records that name them. */
  status?: 'active' | 'blocked' | 'deleted'
  /** Values of the custom fields that the school has defined, by their names. */
  custom_fields?: Record<string, string | number | boolean | null | string[]>
  /** The person that this duplicate was merged into. */
  merged_into?: string | null
  /** When the personal data were erased. */
  anonymized_at?: string | null
  /** Rises with each change; send it as `If-Match`. */
  version?: number
  /** When the user was created. */
  created_at?: string
  /** When the user last changed. */
  updated_at?: string
}

export interface PreviousWebinarSessionScheduledData {
  /** The id of the webinar session. */
  id?: string
  /** The id of the webinar. */
  webinar_id?: string
  /** A session is `live` once it has been started, by hand or of an auto-webinar by the clock, until it is finished. */
  status?: 'scheduled' | 'live' | 'finished' | 'canceled'
  /** When it is announced to begin; `started_at` says when it did. */
  starts_at?: string
  /** How long it is announced to last, in minutes. */
  duration_minutes?: number
  /** Who leads this session; empty for the host of the webinar. */
  host?: string
  /** Who gives the room of the video: link for the address in join_url, else the service in the settings of the school. It can be changed until the session ends. */
  video?: 'link' | 'bigbluebutton' | 'livekit'
  /** The room at the service of video, which is made when the session begins. none for a link. failed: the service has not made it; that is tried for some hours more. Change video to try again at once, or to go elsewhere. */
  video_status?: 'none' | 'preparing' | 'open' | 'failed' | 'closed'
  /** Where the video of a link takes place. Participants are led there by their personal entry, so students and publishable keys read null. */
  join_url?: string | null
  /** Maximum registrations; null for no limit of its own. */
  seats?: number | null
  /** Registrations that are not canceled. */
  registered_count?: number
  /** The settings of the chat; a change replaces all of them. */
  chat?: {
    /** Whether participants can write while the session is live. */
    open?: boolean
    /** Whether what they write waits for approval. */
    moderated?: boolean
    /** The pause between two messages of one participant. */
    slow_seconds?: number
  }
  /** Whether the rule of an auto-webinar made it, so that it begins and ends by itself. */
  auto?: boolean
  /** Whether a recording follows the finish: it is then processing until it is attached. */
  recorded?: boolean
  /** When the webinar session started; null if it has not. */
  started_at?: string | null
  /** When the webinar session finished; null if it has not. */
  finished_at?: string | null
  /** When the webinar session was canceled; null if it has not been. */
  canceled_at?: string | null
  /** Rises with each change; send it as `If-Match`. */
  version?: number
  /** When the webinar session was created. */
  created_at?: string
  /** When the webinar session last changed. */
  updated_at?: string
}

export interface SystemBulkActionFinishedData {
  /** The id of the bulk action. */
  id: string
  /** The segment whose members the action is for, as they are when it begins. */
  segment_id: string
  /** Each needs the permission of the same call for one person. */
  kind: 'grant_access' | 'revoke_access' | 'add_to_group' | 'remove_from_group' | 'add_tag' | 'remove_tag' | 'set_field' | 'send_mailing' | 'run_scenario'
  /** The course of grant_access and revoke_access; null for other kinds. */
  course_id: string | null
  /** The end of the access of grant_access; null for no end. */
  expires_at: string | null
  /** The days of the access of grant_access, in place of expires_at. */
  term_days: number | null
  /** The group of add_to_group and remove_from_group; null for other kinds. */
  group_id: string | null
  /** The tag of add_tag and remove_tag; null for other kinds. */
  tag_id: string | null
  /** The name of the own field of set_field; null for other kinds. */
  field: string | null
  /** What set_field writes into the field; null removes the value. */
  value: string | number | boolean | null
  /** For send_mailing: a draft, of which the segment gets the content. */
  mailing_id: string | null
  /** For run_scenario: an enabled scenario, which each person enters by its rules of re-entry. */
  scenario_id: string | null
  /** Nothing changes: the results say what would. */
  dry_run: boolean
  /** The state of the action; `running` until it has acted on every person. */
  status: 'queued' | 'running' | 'finished' | 'failed'
  /** What was done stays. caller_without_right: who ordered it may not do this any more. unavailable: a service was unavailable for too long. */
  failure: 'caller_without_right' | 'unavailable' | null
  /** The numbers of people, by what became of them. */
  counts: {
    /** The members of the segment when it began. */
    audience: number
    /** People whose turn has not come yet. */
    waiting: number
    /** People for whom it was done. */
    done: number
    /** What was asked for was so already. */
    unchanged: number
    /** People for whom it was refused; the results say why. */
    refused: number
  }
  /** The key or session that ordered it. The action has its rights at each moment. */
  key_id: string
  /** The person who ordered it; null for a key without one. */
  user_id: string | null
  /** When the bulk action finished; null if it has not. */
  finished_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the bulk action was created. */
  created_at: string
  /** When the bulk action last changed. */
  updated_at: string
}

export interface SystemExportFinishedData {
  /** The id of the export. */
  id: string
  /** list: the objects of one list. course: a package of one course (POST /v1/courses/{id}/export). full: the whole school (POST /v1/exports/full). */
  kind: 'list' | 'course' | 'full'
  /** The path of the list, or of the course; that of the operation for a whole school. */
  list: string
  /** Filters, `q` and `sort`, as in the address of the list. Without a sort the oldest objects come first. */
  query: string
  /** The columns, in their order: `number`, `items.name`. Null for all fields; a table of `/v1/users` then has a column for each own field, and tags, groups and consents, as an import takes them. */
  fields: string[] | null
  /** Related objects, as in the list; `fields` may name theirs. */
  expand: string[]
  /** csv (RFC 4180), xlsx (a workbook with real numbers and dates), jsonl (an object of the API in each line). course, cartridge, cartridge_1_1, qti: zips that POST /v1/courses/import reads; the last three are Common Cartridge 1.3 and 1.1, and QTI 2.1. scorm: SCORM 1.2. archive: a zip with rows, events and files, described by its README.md. */
  format: 'csv' | 'xlsx' | 'jsonl' | 'course' | 'cartridge' | 'cartridge_1_1' | 'qti' | 'scorm' | 'archive'
  /** The IANA name of the zone of times in csv and xlsx. */
  time_zone: string
  /** Whether a csv begins with a byte order mark, without which Excel does not see that it is UTF-8. */
  bom: boolean
  /** queued: one export of a school runs at a time. expired: the file is deleted. */
  status: 'queued' | 'running' | 'finished' | 'failed' | 'expired'
  /** caller_without_right: the key that ordered it was revoked, or may not read the list any more. list_refused: the list does not exist any more. too_large: the file exceeds 1 GiB; order parts by filters. An archive may have 156 GiB. unavailable: a service was unavailable for too long. */
  failure: 'caller_without_right' | 'list_refused' | 'too_large' | 'unavailable' | null
  /** How far the export has come. */
  progress: {
    /** Objects; of a whole school also events and files. */
    done: number
    /** Null until the export is ready: lists have no total. */
    total: number | null
  }
  /** What the list ignored of the query; columns whose long texts a workbook cuts; what a package leaves out. */
  warnings: string[]
  /** The size of the file in bytes; null until it is ready. */
  size: number | null
  /** The key or session that ordered it. The export has its rights at each moment. */
  key_id: string
  /** The person who ordered it; null for a key without one. */
  user_id: string | null
  /** When the link and the file expire: 24 hours after the last row. */
  expires_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the export was created. */
  created_at: string
  /** When the export last changed. */
  updated_at: string
}

export interface SystemScenarioRunFinishedData {
  /** The id of the scenario run. */
  id: string
  /** The id of the scenario. */
  scenario_id: string
  /** The version of the scenario that it walks. */
  scenario_version: number
  /** The id of the user. */
  user_id: string
  /** `active` while nodes act, `waiting` at a wait; the other states are final. */
  status: 'active' | 'waiting' | 'finished' | 'closed' | 'failed'
  /** Where it is, or where it ended. */
  node: string
  /** Why the run ended; null while it has not. */
  reason: 'end' | 'goal' | 'exit' | 'stopped' | 'left' | 'merged' | 'erased' | 'failed' | null
  /** A test is in no statistics, and its waits are short. */
  test: boolean
  /** When the scenario run finished; null if it has not. */
  finished_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the scenario run was created. */
  created_at: string
  /** When the scenario run last changed. */
  updated_at: string
}

export type SystemWebhookFailedData = Delivery | Webhook

export interface UserSignedInData {
  /** The id of the session. */
  id: string
  /** The id of the user. */
  user_id: string
  /** The login method of the session. */
  identity_id: string
  /** How the person signed in. */
  method: 'messenger' | 'messenger_miniapp'
  /** When the session expires. */
  expires_at: string
  /** When the session was created. */
  created_at: string
}

export interface UserTagAddedData {
  /** The id of the tag. */
  id: string
  /** What staff read; unique in the school. */
  name: string
  /** When the tag was added. */
  added_at: string
  /** The id of the user. */
  user_id: string
}

export interface WebinarRegisteredData {
  /** The id of the webinar registration. */
  id: string
  /** The id of the webinar session. */
  session_id: string
  /** The id of the webinar. */
  webinar_id: string
  /** The id of the user. */
  user_id: string
  /** A `canceled` registration gives up its place. */
  status: 'registered' | 'canceled'
  /** page: with a publishable key. order: a paid order for an offer with the webinar. */
  source: 'api' | 'page' | 'order'
  /** The order that paid for it; null for none. */
  order_id: string | null
  /** Whether the person can no longer write in the chat of the session. */
  banned: boolean
  /** Since when the person raises a hand in the room; null if they do not. */
  hand_raised_at: string | null
  /** When the webinar registration was canceled; null if it has not been. */
  canceled_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the webinar registration was created. */
  created_at: string
  /** When the webinar registration last changed. */
  updated_at: string
}

export interface WebinarSessionScheduledData {
  /** The id of the webinar session. */
  id: string
  /** The id of the webinar. */
  webinar_id: string
  /** A session is `live` once it has been started, by hand or of an auto-webinar by the clock, until it is finished. */
  status: 'scheduled' | 'live' | 'finished' | 'canceled'
  /** When it is announced to begin; `started_at` says when it did. */
  starts_at: string
  /** How long it is announced to last, in minutes. */
  duration_minutes: number
  /** Who leads this session; empty for the host of the webinar. */
  host: string
  /** Who gives the room of the video: link for the address in join_url, else the service in the settings of the school. It can be changed until the session ends. */
  video: 'link' | 'bigbluebutton' | 'livekit'
  /** The room at the service of video, which is made when the session begins. none for a link. failed: the service has not made it; that is tried for some hours more. Change video to try again at once, or to go elsewhere. */
  video_status: 'none' | 'preparing' | 'open' | 'failed' | 'closed'
  /** Where the video of a link takes place. Participants are led there by their personal entry, so students and publishable keys read null. */
  join_url: string | null
  /** Maximum registrations; null for no limit of its own. */
  seats: number | null
  /** Registrations that are not canceled. */
  registered_count: number
  /** The settings of the chat; a change replaces all of them. */
  chat: {
    /** Whether participants can write while the session is live. */
    open: boolean
    /** Whether what they write waits for approval. */
    moderated: boolean
    /** The pause between two messages of one participant. */
    slow_seconds: number
  }
  /** Whether the rule of an auto-webinar made it, so that it begins and ends by itself. */
  auto: boolean
  /** Whether a recording follows the finish: it is then processing until it is attached. */
  recorded: boolean
  /** When the webinar session started; null if it has not. */
  started_at: string | null
  /** When the webinar session finished; null if it has not. */
  finished_at: string | null
  /** When the webinar session was canceled; null if it has not been. */
  canceled_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the webinar session was created. */
  created_at: string
  /** When the webinar session last changed. */
  updated_at: string
}

/** Emitted when a person was created. */
export interface UserCreatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.created'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: User
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when fields of a person changed. */
export interface UserUpdatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.updated'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: User
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousUser
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when a person was deleted. */
export interface UserDeletedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.deleted'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: User
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousUser
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when the personal data of a person were erased. */
export interface UserAnonymizedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.anonymized'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: User
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when a duplicate was merged into a person; the object is the person who stays. */
export interface UserMergedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.merged'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: User
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousUser
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    merged_user_id?: string
  }
}

/** Emitted when a person signed in; the object names the method. */
export interface UserSignedInEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.signed_in'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: UserSignedInData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    session_id?: string
    identity_id?: string
  }
}

/** Emitted when a person got a tag. */
export interface UserTagAddedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.tag_added'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: UserTagAddedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    tag_id?: string
  }
}

/** Emitted when a person lost a tag. */
export interface UserTagRemovedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.tag_removed'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: UserTagAddedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    tag_id?: string
  }
}

/** Emitted when a person joined a group or flow. */
export interface UserGroupJoinedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.group_joined'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Member
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    group_id?: string
  }
}

/** Emitted when a person left a group or flow. */
export interface UserGroupLeftEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.group_left'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Member
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    group_id?: string
  }
}

/** Emitted when a student was moved to another flow; shift_days is the shift of the schedule. */
export interface UserGroupTransferredEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.group_transferred'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: UserGroupTransferredData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    group_id?: string
  }
}

/** Emitted when a consent was given or withdrawn. */
export interface UserConsentChangedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.consent_changed'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Consent
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when an access to a course was granted, with source and term. */
export interface CourseAccessGrantedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.access_granted'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Access
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    course_id?: string
    order_id?: string
  }
}

/** Emitted when the term of an access was changed, the access was frozen or unfrozen, or it moved to another flow with its student. */
export interface CourseAccessChangedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.access_changed'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Access
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousAccess
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    course_id?: string
    order_id?: string
  }
}

/** Emitted when an access was revoked: manually, because its order was canceled or refunded, or because the person left its group. */
export interface CourseAccessRevokedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.access_revoked'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Access
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousAccess
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    course_id?: string
    order_id?: string
  }
}

/** Emitted when an access expired. */
export interface CourseAccessExpiredEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.access_expired'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Access
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousAccess
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    course_id?: string
    order_id?: string
  }
}

/** Emitted when agent awaits a person. */
export interface SystemAgentConfirmationRequestedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'system.agent_confirmation_requested'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: AgentConfirmation
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    confirmation_id?: string
    user_id?: string
  }
}

/** Emitted when a course was created, also as the copy of another. */
export interface CourseCreatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.created'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Course
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: Record<string, string>
}

/** Emitted when the card of a course, one of its modules or its structure changed. */
export interface CourseUpdatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.updated'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Course
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousCourse
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: Record<string, string>
}

/** Emitted when a course was published, withdrawn or archived; see its status. */
export interface CoursePublishedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.published'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Course
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousCourse
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: Record<string, string>
}

/** Emitted when a course that nobody had studied was deleted. */
export interface CourseDeletedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.deleted'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Course
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: Record<string, string>
}

/** Emitted when a person completed the last required lesson of a course. */
export interface CourseCompletedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.completed'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Enrollment
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    course_id?: string
    group_id?: string
  }
}

/** Emitted when a certificate was issued, by the completion of its course or by hand. */
export interface CourseCertificateIssuedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.certificate_issued'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Certificate
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    course_id?: string
  }
}

/** Emitted when a certificate was revoked. */
export interface CourseCertificateRevokedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.certificate_revoked'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Certificate
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    course_id?: string
  }
}

/** Emitted when a person rated or reviewed a course. */
export interface CourseReviewCreatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'course.review_created'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Review
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    course_id?: string
  }
}

/** Emitted when a lesson was created. */
export interface LessonCreatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'lesson.created'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Lesson
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    course_id?: string
    module_id?: string
  }
}

/** Emitted when a lesson, one of its blocks or its opening rules changed. */
export interface LessonUpdatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'lesson.updated'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Lesson
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousLesson
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    course_id?: string
    module_id?: string
  }
}

/** Emitted when a lesson was deleted. */
export interface LessonDeletedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'lesson.deleted'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Lesson
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    course_id?: string
    module_id?: string
  }
}

/** Emitted when a lesson opened after somebody had begun to study: to one person, or to all people of a flow (user_id is null; GET /v1/lesson-schedule?group_id=…&lesson_id=…&status=open lists them). */
export interface LessonOpenedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'lesson.opened'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: LessonOpenedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    group_id?: string
    course_id?: string
    lesson_id?: string
  }
}

/** Emitted when a person did something in a lesson for the first time, or staff took its completion back: `taken_back_at` says when. */
export interface LessonStartedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'lesson.started'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: LessonStartedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    enrollment_id?: string
    user_id?: string
    course_id?: string
    lesson_id?: string
  }
}

/** Emitted when a person completed a lesson. */
export interface LessonCompletedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'lesson.completed'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: LessonStartedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    enrollment_id?: string
    user_id?: string
    course_id?: string
    lesson_id?: string
  }
}

/** Emitted when an attempt at a quiz has its final result: once, after its end or the review of its open answers. */
export interface LessonQuizFinishedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'lesson.quiz_finished'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: QuizAttemptSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    course_id?: string
    lesson_id?: string
    quiz_id?: string
    enrollment_id?: string
  }
}

/** Emitted when somebody wrote a comment under a lesson or course, or a reply. */
export interface LessonCommentCreatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'lesson.comment_created'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Comment
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    course_id?: string
    lesson_id?: string
    user_id?: string
  }
}

/** Emitted when a homework was sent, for the first time or again. */
export interface SubmissionCreatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'submission.created'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: HomeworkSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    assignment_id?: string
    course_id?: string
    lesson_id?: string
    curator_id?: string
  }
}

/** Emitted when a student changed or withdrew a sent answer, or a moved deadline or a leave changed its deadline or lateness. */
export interface SubmissionUpdatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'submission.updated'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: HomeworkSummary
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousHomeworkSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    assignment_id?: string
    course_id?: string
    lesson_id?: string
    curator_id?: string
  }
}

/** Emitted when an answer was claimed by a curator, assigned to one, or went back to the queue. */
export interface SubmissionAssignedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'submission.assigned'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: HomeworkSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    assignment_id?: string
    course_id?: string
    lesson_id?: string
    curator_id?: string
  }
}

/** Emitted when a homework was accepted, or its score changed. */
export interface SubmissionAcceptedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'submission.accepted'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: HomeworkSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    assignment_id?: string
    course_id?: string
    lesson_id?: string
    curator_id?: string
  }
}

/** Emitted when a homework was returned for rework. */
export interface SubmissionReturnedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'submission.returned'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: HomeworkSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    assignment_id?: string
    course_id?: string
    lesson_id?: string
    curator_id?: string
  }
}

/** Emitted when the student or the school wrote a comment on a homework. */
export interface SubmissionCommentedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'submission.commented'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: SubmissionCommentedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    submission_id?: string
    user_id?: string
  }
}

/** Emitted when a deadline has passed without an answer (`late: student`), or without its review (`late: curator`). */
export interface SubmissionOverdueEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'submission.overdue'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: HomeworkSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    assignment_id?: string
    course_id?: string
    lesson_id?: string
    curator_id?: string
  }
}

/** Emitted when an order was created. */
export interface OrderCreatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'order.created'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Order
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when an order was changed. */
export interface OrderUpdatedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'order.updated'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Order
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousOrder
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when an order was paid in full. */
export interface OrderPaidEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'order.paid'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Order
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousOrder
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    payment_id?: string
  }
}

/** Emitted when a part of the amount of an order was received. */
export interface OrderPartPaidEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'order.part_paid'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Order
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousOrder
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    payment_id?: string
  }
}

/** Emitted when an unpaid order was canceled. */
export interface OrderCanceledEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'order.canceled'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Order
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousOrder
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when the payment term of an unpaid order ended. */
export interface OrderExpiredEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'order.expired'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Order
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousOrder
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when money of an order was returned; its state is refunded if all of it was. */
export interface OrderRefundedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'order.refunded'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Order
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousOrder
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    payment_id?: string
    refund_id?: string
  }
}

/** Emitted when a checkout with a known contact was left; once for each checkout. */
export interface OrderCheckoutAbandonedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'order.checkout_abandoned'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Checkout
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when money was received. */
export interface PaymentSucceededEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'payment.succeeded'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: PaymentSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    order_id?: string
    user_id?: string
    payment_id?: string
  }
}

/** Emitted when an attempt to pay was declined; failure.class is the reason. */
export interface PaymentFailedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'payment.failed'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: PaymentSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    order_id?: string
    user_id?: string
    payment_id?: string
  }
}

/** Emitted when money of a payment was returned, whole or in part. */
export interface PaymentRefundedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'payment.refunded'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: PaymentSummary
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousPaymentSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    order_id?: string
    user_id?: string
    payment_id?: string
    refund_id?: string
  }
}

/** Emitted when a chargeback was opened or closed. */
export interface PaymentDisputedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'payment.disputed'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: PaymentSummary
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousPaymentSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    order_id?: string
    user_id?: string
    payment_id?: string
  }
}

/** Emitted when a receipt was issued. */
export interface PaymentReceiptIssuedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'payment.receipt_issued'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: ReceiptSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    order_id?: string
    payment_id?: string
  }
}

/** Emitted when a receipt could not be issued. */
export interface PaymentReceiptFailedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'payment.receipt_failed'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: ReceiptSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    order_id?: string
    payment_id?: string
  }
}

/** Emitted when a subscription began, with a trial or a paid period. */
export interface PaymentSubscriptionStartedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'payment.subscription_started'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Subscription
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    subscription_id?: string
    user_id?: string
    order_id?: string
  }
}

/** Emitted when a subscription was charged for its next period. */
export interface PaymentSubscriptionRenewedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'payment.subscription_renewed'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Subscription
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousSubscription
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    subscription_id?: string
    user_id?: string
    order_id?: string
  }
}

/** Emitted when a charge of a subscription failed, and will be repeated by the plan. */
export interface PaymentSubscriptionPastDueEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'payment.subscription_past_due'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Subscription
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousSubscription
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    subscription_id?: string
    user_id?: string
    order_id?: string
  }
}

/** Emitted when a subscription ended. */
export interface PaymentSubscriptionCanceledEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'payment.subscription_canceled'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Subscription
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousSubscription
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    subscription_id?: string
    user_id?: string
    order_id?: string
  }
}

/** Emitted when a message was handed to its channel, which has taken it. */
export interface MessageSentEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'message.sent'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: MessageSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    message_id?: string
    mailing_id?: string
    campaign_id?: string
  }
}

/** Emitted when a channel confirmed that the person has the message. */
export interface MessageDeliveredEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'message.delivered'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: MessageSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    message_id?: string
    mailing_id?: string
    campaign_id?: string
  }
}

/** Emitted when a person opened a message, or followed one of its links, for the first time; programs that open every mail do not count. */
export interface MessageOpenedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'message.opened'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: MessageSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    message_id?: string
    mailing_id?: string
    campaign_id?: string
  }
}

/** Emitted when a person followed a link of a message for the first time; programs that follow every link do not count. */
export interface MessageClickedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'message.clicked'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: MessageClickedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    message_id?: string
    mailing_id?: string
    campaign_id?: string
  }
}

/** Emitted when a channel refused a message for good, or a report of a bounce or a complaint came later: `bounce` says which. */
export interface MessageBouncedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'message.bounced'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: MessageSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    message_id?: string
    mailing_id?: string
    campaign_id?: string
  }
}

/** Emitted when a person unsubscribed by a link or in the preferences, or was put on the list of suppressions. */
export interface MessageUnsubscribedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'message.unsubscribed'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: MessageUnsubscribedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    message_id?: string
  }
}

/** Emitted when a person wrote to the school in a channel. */
export interface MessageReceivedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'message.received'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: MessageReceivedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    message_id?: string
  }
}

/** Emitted when a mailing or a campaign has been sent to its end, or was stopped; see its status. */
export interface MessageCampaignFinishedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'message.campaign_finished'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: MessageCampaignFinishedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    mailing_id?: string
    campaign_id?: string
  }
}

/** Emitted when a bulk action has acted on its whole audience, or has failed; see its status. */
export interface SystemBulkActionFinishedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'system.bulk_action_finished'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: SystemBulkActionFinishedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    segment_id?: string
  }
}

/** Emitted when somebody submitted a form, and their person is known if they left a contact; not for spam. */
export interface UserFormSubmittedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'user.form_submitted'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Submission
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    form_id?: string
    form_submission_id?: string
  }
}

/** Emitted when a page went live, with new content or for the first time, or was withdrawn. */
export interface SystemPagePublishedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'system.page_published'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Page
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    page_id?: string
  }
}

/** Emitted when a version of a scenario was published, or the scenario was enabled, paused or stopped; see its status. */
export interface SystemScenarioPublishedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'system.scenario_published'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: ScenarioSummary
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousScenarioSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    scenario_id?: string
  }
}

/** Emitted when a person’s run through a scenario ended; see its reason. */
export interface SystemScenarioRunFinishedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'system.scenario_run_finished'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: SystemScenarioRunFinishedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    scenario_id?: string
    scenario_run_id?: string
  }
}

/** Emitted when an export is ready or has failed. */
export interface SystemExportFinishedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'system.export_finished'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: SystemExportFinishedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when an import has ended. */
export interface SystemImportFinishedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'system.import_finished'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: ImportSummary
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
  }
}

/** Emitted when a session was scheduled, moved or called off; see its status. */
export interface WebinarSessionScheduledEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'webinar.session_scheduled'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: WebinarSessionScheduledData
    /** The fields that changed, with their values before. Absent if the event would be larger than 256 KB. */
    previous?: PreviousWebinarSessionScheduledData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    webinar_id?: string
    webinar_session_id?: string
  }
}

/** Emitted when a session went live. */
export interface WebinarSessionStartedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'webinar.session_started'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: WebinarSessionScheduledData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    webinar_id?: string
    webinar_session_id?: string
  }
}

/** Emitted when a session ended; its recording may follow. */
export interface WebinarSessionFinishedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'webinar.session_finished'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: WebinarSessionScheduledData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    webinar_id?: string
    webinar_session_id?: string
  }
}

/** Emitted when the recording of a session became ready, for the first time. */
export interface WebinarRecordingReadyEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'webinar.recording_ready'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: Recording
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    webinar_session_id?: string
  }
}

/** Emitted when a person was registered for a session, or their registration was canceled; see its status. */
export interface WebinarRegisteredEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'webinar.registered'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: WebinarRegisteredData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    webinar_id?: string
    session_id?: string
    webinar_registration_id?: string
  }
}

/** Emitted when the presence of a person was fixed after the finish or by an import, or what they watched of the recording has passed 50, 90 or 100 percent. */
export interface WebinarAttendedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'webinar.attended'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: WebinarAttendance
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    webinar_id?: string
    session_id?: string
    webinar_attendance_id?: string
  }
}

/** Emitted when a message was pinned; the one before it was unpinned first. */
export interface WebinarMessagePinnedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'webinar.message_pinned'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: WebinarMessage
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    session_id?: string
    webinar_message_id?: string
  }
}

/** Emitted when a message was unpinned: by hand, by the next one, or because it was hidden or deleted. */
export interface WebinarMessageUnpinnedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'webinar.message_unpinned'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: WebinarMessage
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    user_id?: string
    session_id?: string
    webinar_message_id?: string
  }
}

/** Emitted when a delivery failed for the last time, or a subscription was deactivated; the object is this delivery or subscription; the failed address never gets this event. */
export interface SystemWebhookFailedEvent {
  /** The key for deduplication: an event may arrive twice. */
  id: string
  /** What happened. */
  type: 'system.webhook_failed'
  /** When it happened. */
  created_at: string
  /** The version of the API that the objects follow. */
  api_version: 'v1'
  /** Rises within the school in the order of the journal. */
  sequence: number
  /** Whether a replay made the delivery. */
  replayed: boolean
  data: {
    object: SystemWebhookFailedData
  }
  /** Ids of related objects, of the key or person that caused the event (`actor_id`), and of the event that caused it (`cause_id`). */
  related: {
    webhook_id?: string
    event_id?: string
  }
}

/** Every event of a school, told apart by its `type`. */
export type SchoolEvent =
  | UserCreatedEvent
  | UserUpdatedEvent
  | UserDeletedEvent
  | UserAnonymizedEvent
  | UserMergedEvent
  | UserSignedInEvent
  | UserTagAddedEvent
  | UserTagRemovedEvent
  | UserGroupJoinedEvent
  | UserGroupLeftEvent
  | UserGroupTransferredEvent
  | UserConsentChangedEvent
  | CourseAccessGrantedEvent
  | CourseAccessChangedEvent
  | CourseAccessRevokedEvent
  | CourseAccessExpiredEvent
  | SystemAgentConfirmationRequestedEvent
  | CourseCreatedEvent
  | CourseUpdatedEvent
  | CoursePublishedEvent
  | CourseDeletedEvent
  | CourseCompletedEvent
  | CourseCertificateIssuedEvent
  | CourseCertificateRevokedEvent
  | CourseReviewCreatedEvent
  | LessonCreatedEvent
  | LessonUpdatedEvent
  | LessonDeletedEvent
  | LessonOpenedEvent
  | LessonStartedEvent
  | LessonCompletedEvent
  | LessonQuizFinishedEvent
  | LessonCommentCreatedEvent
  | SubmissionCreatedEvent
  | SubmissionUpdatedEvent
  | SubmissionAssignedEvent
  | SubmissionAcceptedEvent
  | SubmissionReturnedEvent
  | SubmissionCommentedEvent
  | SubmissionOverdueEvent
  | OrderCreatedEvent
  | OrderUpdatedEvent
  | OrderPaidEvent
  | OrderPartPaidEvent
  | OrderCanceledEvent
  | OrderExpiredEvent
  | OrderRefundedEvent
  | OrderCheckoutAbandonedEvent
  | PaymentSucceededEvent
  | PaymentFailedEvent
  | PaymentRefundedEvent
  | PaymentDisputedEvent
  | PaymentReceiptIssuedEvent
  | PaymentReceiptFailedEvent
  | PaymentSubscriptionStartedEvent
  | PaymentSubscriptionRenewedEvent
  | PaymentSubscriptionPastDueEvent
  | PaymentSubscriptionCanceledEvent
  | MessageSentEvent
  | MessageDeliveredEvent
  | MessageOpenedEvent
  | MessageClickedEvent
  | MessageBouncedEvent
  | MessageUnsubscribedEvent
  | MessageReceivedEvent
  | MessageCampaignFinishedEvent
  | SystemBulkActionFinishedEvent
  | UserFormSubmittedEvent
  | SystemPagePublishedEvent
  | SystemScenarioPublishedEvent
  | SystemScenarioRunFinishedEvent
  | SystemExportFinishedEvent
  | SystemImportFinishedEvent
  | WebinarSessionScheduledEvent
  | WebinarSessionStartedEvent
  | WebinarSessionFinishedEvent
  | WebinarRecordingReadyEvent
  | WebinarRegisteredEvent
  | WebinarAttendedEvent
  | WebinarMessagePinnedEvent
  | WebinarMessageUnpinnedEvent
  | SystemWebhookFailedEvent

export type EventType = SchoolEvent['type']
/** The names of groups of events, for masks: `order.*`. */
export type EventMask = EventType | '*' | 'user.*' | 'course.*' | 'system.*' | 'lesson.*' | 'submission.*' | 'order.*' | 'payment.*' | 'message.*' | 'webinar.*'
