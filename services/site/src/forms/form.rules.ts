// Pure decisions about forms: whether their parts fit together, and the versions of their consents.
import { type RefusalDetail, Refused } from '@lms/contract'
import { refusals } from './form.contract.ts'
import type { Form, FormConsent, FormField, fieldKinds, personFields } from './form.object.ts'

type Kind = (typeof fieldKinds)[number]

const withOptions: readonly Kind[] = ['select', 'multi_select']
const withLength: readonly Kind[] = ['text', 'long_text']
/** The kind of answer that each field of a person takes. */
const kindOf: Readonly<Record<(typeof personFields)[number], Kind>> = {
  email: 'email',
  phone: 'phone',
  first_name: 'text',
  last_name: 'text',
}

interface Parts extends Pick<Form, 'fields' | 'mapping'> {
  consents: readonly Pick<FormConsent, 'key' | 'channel'>[]
}

/** Refuses fields, consents and a mapping that contradict each other. */
export function checkForm({ fields, consents, mapping }: Parts): void {
  const keys = fields.map(({ key }) => key)
  const details = [
    ...fields.flatMap(fieldFaults),
    ...repeated(keys, 'fields', 'key', 'another field has this key'),
    ...repeated(
      fields.map(({ person_field }) => person_field),
      'fields',
      'person_field',
      'another field has this person_field',
    ),
    ...repeated(
      consents.map(({ key }) => key),
      'consents',
      'key',
      'another consent has this key',
    ),
    ...repeated(
      consents.map(({ channel }) => channel),
      'consents',
      'channel',
      'another consent has this channel',
    ),
    ...Object.entries(mapping).flatMap(([name, key]) =>
      keys.includes(key)
        ? []
        : [{ path: `body.mapping.${name}`, message: 'the form has no field of this key' }],
    ),
  ]
  if (details.length) throw new Refused(refusals.form_invalid, undefined, { details })
}

function fieldFaults({ kind, options, max_length, person_field }: FormField, index: number): RefusalDetail[] {
  const fault = (name: string, message: string) => ({ path: `body.fields.${index}.${name}`, message })
  const chooses = withOptions.includes(kind)
  const requiredKind = person_field && kindOf[person_field]
  return [
    ...(chooses && options.length === 0 ? [fault('options', `the kind ${kind} needs options`)] : []),
    ...(!chooses && options.length > 0 ? [fault('options', `the kind ${kind} takes no options`)] : []),
    ...(max_length !== null && !withLength.includes(kind)
      ? [fault('max_length', `the kind ${kind} takes no max_length`)]
      : []),
    ...(requiredKind && requiredKind !== kind
      ? [fault('person_field', `${person_field} of a person needs the kind ${requiredKind}`)]
      : []),
  ]
}

/** One fault for each value that has occurred before; null is no value. */
function repeated(values: readonly (string | null)[], list: string, name: string, message: string) {
  return values.flatMap((value, index): RefusalDetail[] =>
    value !== null && values.indexOf(value) < index
      ? [{ path: `body.${list}.${index}.${name}`, message }]
      : [],
  )
}

/**
 * The consents with their versions. An unchanged text keeps its version; another text gets one that no consent of the
 * form has had, so that a consent that was removed and added again is not taken for the old one.
 */
export function versioned(
  consents: readonly Omit<FormConsent, 'version'>[],
  before: { consents: readonly FormConsent[]; latest_consent_version: number } | null,
): { consents: FormConsent[]; latest_consent_version: number } {
  const next = (before?.latest_consent_version ?? 0) + 1
  const all = consents.map(({ key, text, required, channel }) => {
    const previousConsent = before?.consents.find(each => each.key === key && each.text === text)
    return { key, text, required, channel, version: previousConsent?.version ?? next }
  })
  const versions = all.map(({ version }) => version)
  return { consents: all, latest_consent_version: Math.max(next - 1, ...versions) }
}
