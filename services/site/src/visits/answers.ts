// The forms of an answer to a visitor.
import type { Rendered } from '../rendering/facts.ts'
import { maxCacheSeconds, type Visit } from './visit.contract.ts'

const answer = {
  status: 200,
  location: null,
  body: '',
  headers: {},
  keep_seconds: maxCacheSeconds,
  interactive: false,
} as const

export const plainText = (body: string): Visit => ({
  ...answer,
  content_type: 'text/plain; charset=utf-8',
  body,
})
export const xml = (body: string): Visit => ({
  ...answer,
  content_type: 'application/xml; charset=utf-8',
  body,
})

export const redirectTo = (location: string, permanent: boolean): Visit => ({
  ...answer,
  status: permanent ? 308 : 307,
  location,
  content_type: 'text/plain; charset=utf-8',
})

export const page = (
  { body, headers }: Rendered,
  more: Pick<Visit, 'keep_seconds' | 'interactive'>,
): Visit => ({ ...answer, content_type: 'text/html; charset=utf-8', body, headers, ...more })

// An address that nobody has is asked for once: it would take the place of a page.
export const notFound = (rendered: Rendered): Visit => ({
  ...page(rendered, { keep_seconds: 0, interactive: false }),
  status: 404,
})
