// The columns of tables that other programs export, by the fields that they become. The guide shows this table.
import type { ImportField } from '@lms/users/contract'

/** Columns by their headings, as a program writes them; null for those that no field takes. */
type Columns = Readonly<Record<string, ImportField | null>>

/** The tables of programs, each by its name and what it is. */
export const programs: Readonly<Record<string, Columns>> = {
  'Mailchimp, audience': {
    'Email Address': 'email',
    'First Name': 'first_name',
    'Last Name': 'last_name',
    'Phone Number': 'phone',
    Address: null,
    Birthday: null,
    MEMBER_RATING: null,
    OPTIN_TIME: 'signed_up_at',
    OPTIN_IP: null,
    CONFIRM_TIME: 'subscribed_at',
    CONFIRM_IP: null,
    TIMEZONE: 'time_zone',
    CC: 'country',
    REGION: null,
    UNSUB_TIME: 'unsubscribed_at',
    UNSUB_CAMPAIGN_TITLE: null,
    UNSUB_REASON: null,
    CLEAN_TIME: 'bounced_at',
    CLEAN_CAMPAIGN_TITLE: null,
    LAST_CHANGED: null,
    LEID: null,
    EUID: null,
    NOTES: null,
    TAGS: 'tags',
  },
  'Thinkific, users': {
    'First Name': 'first_name',
    'Last Name': 'last_name',
    Email: 'email',
    Company: null,
    'Date Created': 'signed_up_at',
    'Last Sign In': null,
    'Sign In Count': null,
    Groups: 'groups',
  },
  'Thinkific, progress': {
    'Student First Name': 'first_name',
    'Student Last Name': 'last_name',
    'Student Email': 'email',
    'Course Name': 'course',
    'Started At': 'access_starts_at',
    'Activated At': null,
    'Expires At': 'access_expires_at',
    'Completed At': 'completed_at',
    '% Completed': 'progress_percent',
    '% Viewed': null,
  },
  'Teachable, users': {
    name: 'full_name',
    email: 'email',
    'signed up at': 'signed_up_at',
    'last sign in at': null,
    'sign in count': null,
    unsubscribe_from_marketing_emails: 'unsubscribed',
    tags: 'tags',
  },
  'Teachable, enrollments': {
    fullname: 'full_name',
    email: 'email',
    course_name: 'course',
    enrolled_at: 'access_starts_at',
    expires_at: 'access_expires_at',
    completed_at: 'completed_at',
    percent_complete: 'progress_percent',
    certificate_serial_number: 'certificate_number',
  },
  'Kajabi, contacts': {
    Name: 'full_name',
    'First Name': 'first_name',
    'Last Name': 'last_name',
    Email: 'email',
    'Mobile Phone Number': 'phone',
    Country: 'country',
    Tags: 'tags',
    Products: null,
    'Email Marketing': 'email_status',
    'Created At': 'signed_up_at',
    'Last Activity': null,
  },
  'GetCourse, users': {
    id: null,
    Email: 'email',
    'Дата регистрации': 'signed_up_at',
    'Последняя активность': null,
    Имя: 'first_name',
    Фамилия: 'last_name',
    Телефон: 'phone',
    'Дата рождения': null,
    Страна: 'country',
    Город: null,
    Группы: 'groups',
  },
  'Moodle, users': {
    username: null,
    password: null,
    firstname: 'first_name',
    lastname: 'last_name',
    email: 'email',
    phone1: 'phone',
    country: 'country',
    lang: 'locale',
    timezone: 'time_zone',
    cohort1: 'groups',
    course1: 'course',
    enrolstatus1: null,
  },
  'WooCommerce, customers': {
    Name: 'full_name',
    Username: null,
    'Last Active': null,
    'Date Registered': 'signed_up_at',
    Email: 'email',
    Orders: null,
    'Total Spend': null,
    AOV: null,
    'Country / Region': 'country',
    City: null,
    Region: null,
    'Postal Code': null,
  },
  'HubSpot, contacts': {
    'Record ID': null,
    'First Name': 'first_name',
    'Last Name': 'last_name',
    Email: 'email',
    'Phone Number': 'phone',
    'Preferred language': 'locale',
    'Time Zone': 'time_zone',
    'Country/Region': 'country',
    'Create Date': 'signed_up_at',
    'Unsubscribed from all email': 'unsubscribed',
    'Lifecycle Stage': null,
  },
}

/** The form in which headings are compared: without case, and without the signs that programs put between words. */
export const headingKey = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%.]+/gu, ' ')
    .trim()

/** What is known of a heading by the programs that have it; undefined for one that none has. */
export const programField = (heading: string): ImportField | null | undefined =>
  known.get(headingKey(heading))

const known = new Map(
  Object.values(programs)
    .flatMap(columns => Object.entries(columns))
    .map(([heading, field]) => [headingKey(heading), field] as const),
)
