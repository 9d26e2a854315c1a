// The fields in which visitors say who they are, and others of forms.
import type { FormVisit } from '@lms/contract'
import { contactWords } from './contact.words.ts'
import { type Html, html } from './html.ts'

export { contactWords }

export interface Contact {
  email: string
  first_name: string
  last_name: string
}

/** What is wrong with fields, by their names. */
export type Faults<Name extends string = keyof Contact> = Readonly<Partial<Record<Name, string>>>

/** The fields of a contact; a last one that nobody sees, so that only programs fill it in. */
export function contactFields(
  { email, first_name, last_name }: Contact,
  faults: Faults,
  emailHint: string,
  language: string,
): Html {
  const words = contactWords(language)
  return html`${field('email', words.email, {
    value: email,
    hint: emailHint,
    type: 'email',
    autocomplete: 'email',
    most: 254,
    required: true,
    fault: faults.email,
  })}${field('first_name', words.firstName, {
    value: first_name,
    autocomplete: 'given-name',
    most: 100,
    fault: faults.first_name,
  })}${field('last_name', words.lastName, {
    value: last_name,
    autocomplete: 'family-name',
    most: 100,
    fault: faults.last_name,
  })}<div class="trap"><label for="website">${words.leaveEmpty}</label>
<input id="website" name="website" type="text" tabindex="-1" autocomplete="off"></div>
`
}

/** What is wrong with the contact of an attempt; null if it had no effect for another reason. */
export function faultsOf(
  { reason, fields }: NonNullable<FormVisit['attempt']>,
  language: string,
): Faults | null {
  const words = contactWords(language)
  const texts = { email: words.noEmail, first_name: words.longName, last_name: words.longName }
  const faults = Object.entries(texts).filter(([name]) => reason === 'invalid_body' && fields.includes(name))
  return faults.length === 0 ? null : Object.fromEntries(faults)
}

/** The contact in the fields of a form. */
export const contactIn = ({ email = '', first_name = '', last_name = '' }: FormVisit['fields']): Contact => ({
  email: email.trim(),
  first_name: first_name.trim(),
  last_name: last_name.trim(),
})

export const hidden = (fields: Record<string, string>): Html[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)

interface Field {
  value: string
  most: number
  type?: string
  inputmode?: string
  hint?: string
  autocomplete?: string
  required?: boolean
  fault?: string | undefined
}

/** An input with its label, its hint, and what is wrong with it. */
export function field(name: string, label: string, options: Field): Html {
  const {
    value,
    most,
    type = 'text',
    inputmode,
    hint,
    autocomplete = 'off',
    required = false,
    fault,
  } = options
  const described = [...(hint ? [`${name}-hint`] : []), ...(fault ? [`${name}-problem`] : [])].join(' ')
  return html`<label for="${name}">${label}</label>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>\n` : null}${
  fault ? html`<p class="notice" role="alert" id="${name}-problem">${fault}</p>\n` : null
}<input id="${name}" name="${name}" type="${type}"${inputmode ? html` inputmode="${inputmode}"` : null} autocomplete="${autocomplete}" maxlength="${most}" value="${value}"${
    described ? html` aria-describedby="${described}"` : null
  }${fault ? html` aria-invalid="true"` : null}${required ? html` required` : null}>
`
}
