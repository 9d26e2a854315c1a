// What a browser sends with a form, and whether it counts as spam: pure decisions.

import type { Form } from '../forms/form.object.ts'
import { formNames } from '../forms/form-html.ts'
import { includesOrigin } from '../forms/origins.ts'
import type { FormSubmission } from '../submissions/submission.object.ts'

/** Nobody fills in a form within this time of the first page. */
const fastestMs = 2000

export interface Sent {
  values: Record<string, string | string[]>
  consents: string[]
  /** The path of the page with the form; empty if unknown. */
  page: string
  /** What is in the field that people do not see. */
  trap: string
}

/** The parameters of a form by their meaning. Those that the form does not have are left out. */
export function sentWith(
  { fields }: Pick<Form, 'fields'>,
  sent: readonly (readonly [string, string])[],
): Sent {
  const of = (name: string) => sent.filter(([each]) => each === name).map(([, value]) => value)
  const values = fields
    .filter(({ key }) => of(key).length > 0)
    .map(({ key, kind }) => [key, kind === 'multi_select' ? of(key) : of(key).at(-1)!] as const)
  const page = of(formNames.page)[0] ?? ''
  return {
    values: Object.fromEntries(values),
    consents: of(formNames.consents)
      .filter(key => key.length <= 50)
      .slice(0, 20),
    page: /^\/(?![/\\])[^\s\\]{0,499}$/.test(page) ? page : '',
    trap: of(formNames.trap)[0] ?? '',
  }
}

interface Circumstances {
  elapsed_ms: number | null
  foreign_origin: string | null
  too_many: boolean
}

/** Why a submission counts as spam; null for one that does not. A visitor without cookies is none. */
export function spamReason(
  { allowed_origins }: Pick<Form, 'allowed_origins'>,
  trap: string,
  { elapsed_ms, foreign_origin, too_many }: Circumstances,
): Exclude<FormSubmission['spam_reason'], 'marked'> {
  if (trap !== '') return 'honeypot'
  if (elapsed_ms !== null && elapsed_ms < fastestMs) return 'too_fast'
  if (foreign_origin !== null && !includesOrigin(allowed_origins, foreign_origin)) return 'foreign_origin'
  return too_many ? 'too_many' : null
}
