// The columns of reports, by the names under which webinar services export them. Names are in lower case, without what
// stands in brackets: `Time in Session (minutes)` is `time in session`.
import type { Provider } from './import.contract.ts'

export type Field =
  | 'registration_id'
  | 'email'
  | 'phone'
  | 'joined'
  | 'left'
  | 'duration'
  | 'attended'
  | 'waiting'

export interface Format {
  readonly provider: Provider
  readonly columns: Readonly<Partial<Record<Field, readonly string[]>>>
  /** Other columns by which a table of the service is known. */
  readonly marks: readonly string[]
  /** Whether times are those of one stay, and not of the first join and the last leave. */
  readonly stays: boolean
}

const own = { registration_id: ['registration id', 'registration_id'], phone: ['phone'] }

/** Of two that know as many columns of a table the first one reads it. */
export const formats: readonly Format[] = [
  {
    provider: 'generic',
    columns: {
      ...own,
      email: ['email'],
      joined: ['joined_at'],
      left: ['left_at'],
      duration: ['minutes', 'duration'],
    },
    marks: ['name'],
    stays: true,
  },
  // Webinars have a table of attendees; the participants of meetings come with the time that they waited to be let in.
  {
    provider: 'zoom',
    columns: {
      ...own,
      email: ['email', 'user email'],
      joined: ['join time'],
      left: ['leave time'],
      duration: ['time in session', 'duration', 'total duration'],
      attended: ['attended'],
      waiting: ['in waiting room'],
    },
    marks: [
      ...['user name', 'name', 'first name', 'last name', 'registration time', 'approval status', 'is guest'],
      ...['guest', 'recording disclaimer response', 'country/region name', 'source name'],
    ],
    stays: true,
  },
  // The activities have a line for each stay, the participants one for each person.
  {
    provider: 'teams',
    columns: {
      ...own,
      email: ['email', 'participant id'],
      joined: ['join time'],
      left: ['leave time'],
      duration: ['duration'],
    },
    marks: ['name', 'full name', 'role', 'participant id'],
    stays: true,
  },
  {
    provider: 'teams',
    columns: {
      ...own,
      email: ['email', 'participant id'],
      joined: ['first join', 'first join time'],
      left: ['last leave', 'last leave time'],
      duration: ['in-meeting duration'],
    },
    marks: ['name', 'full name', 'role', 'participant id'],
    stays: false,
  },
  {
    provider: 'gotowebinar',
    columns: {
      ...own,
      registration_id: [...own.registration_id, 'registrant key'],
      email: ['email address', 'email'],
      joined: ['join time'],
      left: ['leave time'],
      duration: ['time in session', 'session duration', 'attendance duration'],
      attended: ['attended'],
    },
    marks: ['interest rating', 'last name', 'first name', 'registration date/time', 'unsubscribed'],
    stays: true,
  },
  {
    provider: 'google_meet',
    columns: {
      ...own,
      email: ['email'],
      joined: ['time joined'],
      left: ['time exited'],
      duration: ['duration'],
    },
    marks: ['first name', 'last name', 'name'],
    stays: false,
  },
]

/** The columns of the learning dashboard of BigBlueButton, which names people without a contact. */
export const dashboard = ['name', 'moderator', 'activity score', 'join', 'left', 'duration']

/** The name of a column without remarks. */
export const headOf = (cell: string): string =>
  cell
    .replace(/\(.*?\)/g, '')
    .trim()
    .toLowerCase()
