// An e-mail in a browser, as it was sent to its receiver: with their values of today, and without tracked links.
import { missing } from '@lms/service-host'
import { builder } from '../builder.ts'
import { framed } from '../content/frame.ts'
import { schoolValues } from '../content/values.ts'
import { readPeople } from '../people/read.ts'
import { sendingStoreOf } from '../sendings/store-of.ts'
import { imprintOf } from '../settings/imprint.rules.ts'
import { topicIn } from '../settings/topic.ts'
import { contentsOf, type LinkOf } from './contents.ts'
import { mailViews } from './mail-view.contract.ts'
import { messageLink, messageOfToken } from './message-link.ts'

/** A message that was not sent shows nothing; one that may have been is shown to whoever has the link. */
const shownStatuses = ['sent', 'unknown', 'sending']

export const viewHandlers = builder.implement(mailViews, {
  show: async ({ body, ...ctx }, stores) => {
    const { work, runtime } = ctx
    const scope = { school: work.school, vault: runtime.vault }
    const id = messageOfToken('mails', body.token, scope)
    const row = id ? await stores.messages.find(id) : null
    if (row?.transport !== 'email' || !shownStatuses.includes(row.status)) return missing()
    const [sending, settings, users, school] = await Promise.all([
      row.origin === null ? null : sendingStoreOf(row.origin, stores).sending(row.origin),
      stores.settings.get(),
      readPeople([row.user_id], ctx),
      schoolValues(ctx),
    ])
    const user = users.get(row.user_id)
    // Of who has left nothing is shown.
    if (user?.status !== 'active') return missing()
    const linkOf: LinkOf = (page, message) => messageLink(page, message.id, { ...scope, url: school.url })
    const contents = await contentsOf({ group: [row], users, school, sending, linkOf }, work.school)
    const content = contents.get(row.id)!
    if ('error' in content || content.html === null) return missing()
    const isService = topicIn(settings.topics, row.topic)?.basis === 'service'
    const { html } = framed(content, user.locale, {
      look: school.look,
      unsubscribeUrl: isService ? null : linkOf('unsubscribe', row),
      imprint: imprintOf(isService, settings, school.name),
    })
    return { html: html! }
  },
})
