import { type Caller, Refused } from '@lms/contract'
import { crudHandlers, enqueue, mapPage, type UnitOfWork } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { isOutsider } from '../sessions/session.rules.ts'
import { planForgetting, planReminders, planSessions } from '../sessions/session.task.ts'
import { faultOf } from './rule.rules.ts'
import { refusals, type Webinar, webinars } from './webinar.contract.ts'

const faults = { unreadable: refusals.rule_unreadable, often: refusals.rule_too_often } as const

const usual = crudHandlers(webinars, ({ webinars }: Stores) => webinars, {
  check: ({ access, group_id }) => {
    if ((access === 'group') !== (group_id !== null)) throw new Refused(refusals.group_invalid)
  },
  // The row is locked, and a new session locks it, too.
  mayRemove: async ({ id }, { sessions }) => {
    if (await sessions.isHeld(id)) throw new Refused(refusals.webinar_has_sessions)
    // Else nobody would know any more whom to tell.
    if (await sessions.isTold(id)) throw new Refused(refusals.participants_untold)
    sessions.removeOf(id)
  },
})

const webinarHandlers = builder.implement(webinars, {
  ...usual,

  list: async ({ query, caller }, { webinars }) =>
    mapPage(await webinars.page(query), webinar => shownTo(webinar, caller)),

  get: async ({ path, caller }, { webinars }) => shownTo(await webinars.get(path.id), caller),

  create: async (input, stores) => {
    refuseRule(input.body, input.work)
    return planned(await usual.create(input, stores), input.work)
  },

  update: async (input, stores) => {
    refuseRule(input.body, input.work)
    const changed = await usual.update(input, stores)
    const { id: webinar_id } = changed
    if (input.body.messages) enqueue(input.work, planReminders, { webinar_id }, { key: webinar_id })
    if (input.body.retention_days !== undefined)
      enqueue(input.work, planForgetting, { webinar_id }, { key: webinar_id })
    return input.body.auto ? planned(changed, input.work) : changed
  },
})

function refuseRule({ auto }: Partial<Pick<Webinar, 'auto'>>, { origin }: UnitOfWork): void {
  const fault = auto && faultOf(auto, origin.now)
  if (fault) throw new Refused(faults[fault])
}

/** Has the sessions of an auto-webinar scheduled. */
function planned(webinar: Webinar, work: UnitOfWork): Webinar {
  if (webinar.auto) enqueue(work, planSessions, { webinar_id: webinar.id }, { key: webinar.id })
  return webinar
}

/** The webinar as the caller reads it: what plays in its sessions, and what is said, is for its participants to see. */
const shownTo = <W extends Webinar>(webinar: W, caller: Caller): W =>
  isOutsider(caller) ? { ...webinar, auto: null } : webinar

export const webinarResource = builder.resource({
  handlers: [webinarHandlers],
  used: { webinars_limit_reached: ({ webinars }, most) => webinars.standing(most) },
  objects: { wbn: (ids, { webinars }) => webinars.many(ids) },
  naming: {
    grp: (id, { webinars }) => webinars.naming(id),
    tpl: (id, { webinars }) => webinars.namingTemplate(id),
  },
  restored: (_, { webinars }) => {
    webinars.withMessages()
    return []
  },
})
