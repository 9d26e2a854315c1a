import { buying } from '@lms/commerce/contract'
import { common, type FormVisit, type Id, Refused } from '@lms/contract'
import { contactIn } from '@lms/html/contact'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { registerByContact } from './by-contact.ts'
import { isFull } from './register.ts'
import { Entry, offeredSessions, type RegistrationPage, registering } from './registering.contract.ts'
import { registeringPage } from './registering-page.ts'

export const registeringHandlers = builder.implement(registering, {
  show: async ({ body, ...ctx }, stores) => {
    const page = await factsOf(body.webinar_id, body, stores)
    const offer_id = page.access === 'offer' ? await offerOf(body.webinar_id, ctx) : null
    return registeringPage(page, { ...body, now: ctx.now }, offer_id)
  },

  register: async ({ body, ...ctx }, stores) => {
    const { session_id, ...contact } = entryIn(body.fields)
    await registerByContact(session_id, { ...contact, phone: null }, ctx, stores)
    return {}
  },
})

/** What the page of a webinar says. */
async function factsOf(
  id: Id<'wbn'>,
  { time_zone }: Pick<FormVisit, 'time_zone'>,
  { sessions, webinars }: Stores,
): Promise<RegistrationPage> {
  const webinar = await webinars.get(id)
  const { title, description, access, auto, messages } = webinar
  const next = access === 'open' ? await sessions.notEnded(webinar.id, offeredSessions) : []
  return {
    title,
    description,
    access,
    confirmed: messages.confirmations,
    time_zone: auto?.time_zone ?? time_zone,
    sessions: next.map(session => ({
      id: session.id,
      status: session.status,
      starts_at: session.starts_at,
      duration_minutes: session.duration_minutes,
      host: session.host || webinar.host,
      full: isFull(session),
    })),
  }
}

/** The offer of a webinar that is sold. */
async function offerOf(
  webinar_id: Id<'wbn'>,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Id<'off'> | null> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { find } = runtime.client('commerce', { buying }, scope).buying
  return (await find({ body: { webinar_id } })).offer_id
}

/** The entry in a form; refuses one with fields that are wrong, which it names. */
function entryIn(fields: FormVisit['fields']) {
  const read = Entry.safeParse({ ...contactIn(fields), session_id: fields.session_id })
  if (read.success) return read.data
  const details = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new Refused(common.invalid_body, undefined, { details })
}
