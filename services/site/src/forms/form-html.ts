// A form as HTML: without script, usable by keyboard and screen reader. Labels, hints and problems are tied to their
// fields (WCAG 2.2: 1.3.1, 1.3.5, 3.3.1 to 3.3.3).
import { Html, html } from '@lms/html'
import { type AnswerProblem, maxCharacters } from './answers.rules.ts'
import type { Form, FormConsent, FormField, personFields } from './form.object.ts'
import type { FormWords } from './form.words.ts'

export type RenderedForm = Pick<Form, 'id' | 'title' | 'fields' | 'consents' | 'submit_label'>

export interface FormState {
  words: FormWords
  /** What was sent, by the key of the field: the choices of a multi_select as a list. */
  values?: Readonly<Record<string, string | readonly string[]>>
  /** The keys of the consents that were given. */
  consents?: readonly string[]
  /** What is wrong, by the key of the field. */
  problems?: ReadonlyMap<string, AnswerProblem>
  /** The keys of required consents that were not given. */
  missing?: readonly string[]
  /** The path of the page with the form. */
  page?: string
  /** Which form of its page it is, so that ids stay unique: 1 for the first. */
  position?: number
}

/** The names of parameters that are no fields: keys have no dots. */
export const formNames = { page: 'sent.from', trap: 'your.website', consents: 'consent.given' } as const

/** The address of a form: it shows the form alone, and takes submissions. */
export const formPath = (id: string) => `/forms/${id}`

/** The form, with what was sent and is wrong with it. */
export function formHtml(form: RenderedForm, state: FormState): Html {
  const at = placesIn(form, state)
  return html`<form class="form" method="post" action="${formPath(form.id)}" accept-charset="utf-8">
${form.title === '' ? null : html`<h2>${form.title}</h2>`}
${summaryOf(form, state, at)}
${form.fields.map(field => fieldHtml(field, state, at))}
${form.consents.map(consent => consentHtml(consent, state, at))}
<div class="unseen" aria-hidden="true"><label for="${at.trap}">${state.words.leaveEmpty}</label><input id="${at.trap}" name="${formNames.trap}" tabindex="-1" autocomplete="off"></div>
<input type="hidden" name="${formNames.page}" value="${state.page ?? ''}">
<button type="submit">${form.submit_label ?? state.words.submit}</button>
</form>`
}

/** The ids of the elements of one form. */
interface ElementIds {
  trap: string
  of(key: string): string
  ofConsent(key: string): string
}

function placesIn({ id }: RenderedForm, { position = 1 }: FormState): ElementIds {
  const name = position === 1 ? id : `${id}-${position}`
  return {
    trap: `${name}-trap`,
    of: key => `${name}.${key}`,
    ofConsent: key => `${name}.consent.${key}`,
  }
}

/** The list of problems, with links to their fields. */
function summaryOf(form: RenderedForm, state: FormState, at: ElementIds): Html | null {
  const { words, problems, missing = [] } = state
  const items = [
    ...form.fields.flatMap(({ key, label, kind, options }) =>
      problems?.has(key)
        ? [
            html`<li><a href="#${firstOf(kind, options, at.of(key))}">${label}</a>: ${problemOf(key, state)}</li>`,
          ]
        : [],
    ),
    ...form.consents
      .filter(({ key }) => missing.includes(key))
      .map(
        ({ key, text }) =>
          html`<li><a href="#${at.ofConsent(key)}">${text}</a>: ${words.problems.consent}</li>`,
      ),
  ]
  if (items.length === 0) return null
  return html`<div class="problems" role="alert"><p>${words.notSent}</p><ul>${items}</ul></div>`
}

/** The id of the element that a link to the field leads to. */
const firstOf = (kind: FormField['kind'], options: readonly string[], id: string) =>
  kind === 'multi_select' && options.length ? `${id}.0` : id

function problemOf(key: string, { problems, words }: FormState): string | null {
  const problem = problems?.get(key)
  return problem && problem !== 'unknown' ? words.problems[problem] : null
}

function fieldHtml(field: FormField, state: FormState, at: ElementIds): Html {
  if (field.kind === 'multi_select') return choicesHtml(field, state, at)
  if (field.kind === 'checkbox') return checkboxHtml(field, state, at)
  const id = at.of(field.key)
  return html`<div class="field">
<label for="${id}">${field.label}${optionalMark(field, state)}</label>
${notesOf(field, state, id)}
${controlOf(field, state, id)}
</div>`
}

const controls: Partial<Record<FormField['kind'], Html>> = {
  email: html` type="email" inputmode="email"`,
  phone: html` type="tel" inputmode="tel"`,
  number: html` type="text" inputmode="decimal"`,
  date: html` type="date"`,
}

function controlOf(field: FormField, state: FormState, id: string): Html {
  const { key, kind } = field
  const value = textIn(state, key)
  const common = html` id="${id}" name="${key}"${required(field)}${purposeOf(field)}${describedBy(field, state, id)}`
  if (kind === 'select') return selectHtml(field, state, common)
  const length = kind === 'text' || kind === 'long_text' ? html` maxlength="${maxCharacters(field)}"` : null
  // A parser drops the first line break of a textarea.
  if (kind === 'long_text')
    return html`<textarea${common}${length}>
${value}</textarea>`
  return html`<input${controls[kind] ?? html` type="text"`}${common}${length} value="${value}">`
}

function selectHtml({ key, options }: FormField, state: FormState, common: Html): Html {
  const value = textIn(state, key)
  return html`<select${common}><option value="">${state.words.choose}</option>${options.map(
    option => html`<option value="${option}"${flag('selected', option === value)}>${option}</option>`,
  )}</select>`
}

function choicesHtml(field: FormField, state: FormState, at: ElementIds): Html {
  const id = at.of(field.key)
  const chosen = [state.values?.[field.key] ?? []].flat()
  const choices = field.options.map(
    (option, index) =>
      html`<div class="choice"><input type="checkbox" id="${id}.${index}" name="${field.key}" value="${option}"${flag('checked', chosen.includes(option))}><label for="${id}.${index}">${option}</label></div>`,
  )
  return html`<fieldset class="field"${describedBy(field, state, id, { group: true })}>
<legend>${field.label}${optionalMark(field, state)}</legend>
${notesOf(field, state, id)}
${choices}
</fieldset>`
}

function checkboxHtml(field: FormField, state: FormState, at: ElementIds): Html {
  const id = at.of(field.key)
  const checked = textIn(state, field.key) === 'true'
  return html`<div class="field">
${notesOf(field, state, id)}
<div class="choice"><input type="checkbox" id="${id}" name="${field.key}" value="true"${flag('checked', checked)}${required(field)}${describedBy(field, state, id)}><label for="${id}">${field.label}</label></div>
</div>`
}

function consentHtml({ key, text, required: needed }: FormConsent, state: FormState, at: ElementIds): Html {
  const id = at.ofConsent(key)
  const isMissing = state.missing?.includes(key) ?? false
  const problem = isMissing
    ? html`<p class="problem" id="${id}.problem">${state.words.problems.consent}</p>`
    : null
  const described = isMissing ? html` aria-invalid="true" aria-describedby="${id}.problem"` : null
  const checked = state.consents?.includes(key) ?? false
  return html`<div class="field">
${problem}
<div class="choice"><input type="checkbox" id="${id}" name="${formNames.consents}" value="${key}"${flag('checked', checked)}${flag('required', needed)}${described}><label for="${id}">${text}</label></div>
</div>`
}

/** The hint and the problem of a field. */
function notesOf({ key, hint }: FormField, state: FormState, id: string): Html {
  const problem = problemOf(key, state)
  return html`${hint === '' ? null : html`<p class="hint" id="${id}.hint">${hint}</p>`}${
    problem === null ? null : html`<p class="problem" id="${id}.problem">${problem}</p>`
  }`
}

/** A group has no state of validity: its problem is in the description. */
function describedBy(
  { key, hint }: FormField,
  state: FormState,
  id: string,
  { group = false } = {},
): Html | null {
  const isWrong = problemOf(key, state) !== null
  const notes = [...(hint === '' ? [] : [`${id}.hint`]), ...(isWrong ? [`${id}.problem`] : [])]
  if (notes.length === 0) return null
  return html`${isWrong && !group ? html` aria-invalid="true"` : null} aria-describedby="${notes.join(' ')}"`
}

const optionalMark = ({ required }: FormField, { words }: FormState): Html | null =>
  required ? null : html` <span class="optional">(${words.optional})</span>`

const purposes: Readonly<Record<(typeof personFields)[number], string>> = {
  email: 'email',
  phone: 'tel',
  first_name: 'given-name',
  last_name: 'family-name',
}
const purposeOf = ({ person_field }: FormField): Html | null =>
  person_field && html` autocomplete="${purposes[person_field]}"`

const required = (field: FormField): Html | null => flag('required', field.required)
const flag = (name: string, on: boolean): Html | null => (on ? new Html(` ${name}`) : null)

const textIn = ({ values }: FormState, key: string): string => {
  const value = values && Object.hasOwn(values, key) ? values[key]! : ''
  return typeof value === 'string' ? value : value.join('\n')
}
