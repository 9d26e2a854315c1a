import type { BodyOf } from '@lms/contract'
import { html } from '@lms/html'
import { enqueue, missing, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import type { FormRow } from '../forms/form.store.ts'
import { formWords } from '../forms/form.words.ts'
import { type FormState, formHtml } from '../forms/form-html.ts'
import { shellOf, wayHome } from '../rendering/shell.ts'
import { followSubmission } from '../submissions/follow.task.ts'
import { receive } from '../submissions/receive.ts'
import { NewSubmission } from '../submissions/submission.contract.ts'
import { isTooLarge, readSubmission } from '../submissions/submission.rules.ts'
import { page as answerWith } from './answers.ts'
import { formVisits } from './form-visit.contract.ts'
import { sentWith, spamReason } from './form-visit.rules.ts'
import { schoolOf, withLogo } from './school.ts'
import type { Visit } from './visit.contract.ts'

type At = Pick<Work, 'work' | 'runtime'>

export const formVisitHandlers = builder.implement(formVisits, {
  show: async ({ body, ...ctx }, stores) => {
    const form = (await stores.forms.find(body.form_id)) ?? missing()
    return formPage(form, body.sent ? 'thanks' : {}, ctx, stores)
  },

  submit: async ({ body, ...ctx }, stores) => {
    const form = (await stores.forms.find(body.form_id)) ?? missing()
    if (!form.active) return { location: null, page: await formPage(form, {}, ctx, stores) }
    const sent = sentWith(form, body.fields)
    const read = readSubmission(form, { answers: sent.values, fields: {}, consents: sent.consents })
    const spam = spamReason(form, sent.trap, body)
    const isWhole = read.problems.size === 0 && read.missing.length === 0 && !isTooLarge(read)
    // A program learns nothing from the answer.
    if (!isWhole && spam === null) {
      const { problems, missing } = read
      return { location: null, page: await formPage(form, { ...sent, problems, missing }, ctx, stores) }
    }
    if (isWhole) await take(form, { body, sent, read, spam }, ctx, stores)
    return { location: form.redirect_path, page: null }
  },
})

interface ReceivedForm {
  body: Pick<BodyOf<(typeof formVisits)['submit']>, 'referrer' | 'utm'>
  sent: ReturnType<typeof sentWith>
  read: ReturnType<typeof readSubmission>
  spam: ReturnType<typeof spamReason>
}

/** Stores the submission; what it causes follows after the answer. */
async function take(
  form: FormRow,
  { body, sent, read, spam }: ReceivedForm,
  { work, now, ...ctx }: At & Pick<Work, 'now'>,
  stores: Stores,
): Promise<void> {
  const { url } = await schoolOf({ work, ...ctx }, stores)
  const { referrer, utm } = body
  const page_url = sent.page === '' ? '' : `${url}${sent.page}`
  const input = NewSubmission.parse({ form_id: form.id, consents: sent.consents, page_url, referrer, utm })
  const { submission, isNew } = await receive(
    form,
    input,
    read,
    { source: 'page', spam },
    { work, now },
    stores,
  )
  const { id } = submission
  if (isNew && spam === null) enqueue(work, followSubmission, { submission_id: id }, { key: id })
}

/** The form alone on a page of the school, or the thanks. */
async function formPage(
  form: FormRow,
  state: Omit<FormState, 'words'> | 'thanks',
  ctx: At,
  stores: Stores,
): Promise<Visit> {
  const site = await withLogo(await schoolOf(ctx, stores), ctx, stores)
  const words = formWords(site.settings.language)
  const title = form.title || site.name
  const head = { title, description: '', path: null, image: null, indexed: false }
  const saying = (text: string) => html`<p class="lead" role="status">${text}</p>\n`
  const isOpen = state !== 'thanks' && form.active
  const content = isOpen
    ? html`<div class="card"><div class="inside">${formHtml({ ...form, title: '' }, { ...state, words })}</div></div>\n`
    : [
        saying(state === 'thanks' ? form.thanks_text || words.thanks : words.closed),
        wayHome(site.settings.language),
      ]
  return answerWith(shellOf(site, { head, content }), { keep_seconds: 0, interactive: isOpen })
}
