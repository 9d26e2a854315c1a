// The page on which a visitor registers for a webinar: the gateway sets it into the layout at
// {site_url}/webinars/{webinar_id}.
import {
  enteredFields,
  formVisit,
  I,
  id,
  PageFragment,
  pageVisit,
  resource,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { WebinarSession } from '../sessions/session.object.ts'
import { Webinar } from '../webinars/webinar.contract.ts'
import { NewRegistration, refusals, webinarRegistered } from './registration.contract.ts'

/** Maximum sessions that the page offers: the next ones. */
export const offeredSessions = 20

export const RegistrationPage = z.object({
  title: Webinar.shape.title,
  description: Webinar.shape.description,
  access: Webinar.shape.access,
  confirmed: z.boolean().describe('Whether participants get their entry by e-mail.'),
  time_zone: text(100).describe('That of the rule of an auto-webinar, else of the school.'),
  sessions: z
    .array(
      z.object({
        id: id('wbs'),
        status: WebinarSession.shape.status,
        starts_at: timestamp(),
        duration_minutes: z.int(),
        host: text(200),
        full: z.boolean(),
      }),
    )
    .max(offeredSessions)
    .describe('Those that have not ended, the next one first; empty for who cannot register here.'),
})
export type RegistrationPage = z.infer<typeof RegistrationPage>

const { email, first_name, last_name } = NewRegistration.shape
/** What the form of the page says. */
export const Entry = z.object({
  session_id: id('wbs'),
  email: email.unwrap().unwrap(),
  first_name,
  last_name,
})

/** Why a form registered nobody, where the page says what to do about it. */
export const explainedReasons = [
  'session_unknown',
  'session_closed',
  'session_seats_taken',
  'webinar_not_open',
] as const
export const explainedAttempts: readonly string[] = ['invalid_body', ...explainedReasons]

export const registering = resource({
  show: I('POST /internal/registering/show', {
    summary: 'The page on which visitors register for a webinar',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...pageVisit, ...formVisit, webinar_id: id('wbn') }),
    returns: PageFragment,
  }),
  register: I('POST /internal/registering/register', {
    summary: 'Register the person of a contact; the answer is the same for whoever is registered already',
    callers: ['gateway'],
    permission: null,
    body: z.object({ fields: enteredFields() }),
    returns: z.object({}),
    refuses: Object.values(refusals),
    emits: [webinarRegistered],
  }),
})
