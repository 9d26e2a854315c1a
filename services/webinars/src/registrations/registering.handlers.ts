import { builder } from '../builder.ts'
import { registerByContact } from './by-contact.ts'
import { isFull } from './register.ts'
import { offeredSessions, registering } from './registering.contract.ts'

export const registeringHandlers = builder.implement(registering, {
  show: async ({ body }, { sessions, webinars }) => {
    const webinar = await webinars.get(body.webinar_id)
    const { title, description, access, auto, messages } = webinar
    const next = access === 'open' ? await sessions.notEnded(webinar.id, offeredSessions) : []
    return {
      title,
      description,
      access,
      confirmed: messages.confirmations,
      time_zone: auto?.time_zone ?? 'UTC',
      sessions: next.map(session => ({
        id: session.id,
        status: session.status,
        starts_at: session.starts_at,
        host: session.host || webinar.host,
        full: isFull(session),
      })),
    }
  },

  register: async ({ body: { session_id, ...contact }, ...ctx }, stores) => {
    await registerByContact(session_id, { ...contact, phone: null }, ctx, stores)
    return {}
  },
})
