// What a public route declares, and what its handler gets. Public routes are everything outside /api: they need no key.
import type { Refused } from '@lms/contract'
import type { Frame, ResolvedSchool } from '@lms/site/contract'
import type { Ask } from '../cache/service-clients.ts'
import type { Bodies } from '../http/body.ts'
import type { AnswerHeaders, Exchange } from '../http/exchange.ts'
import type { Streams } from '../http/streams.ts'
import type { Shares } from '../limits/shares.ts'
import type { TokenBuckets } from '../limits/token-bucket.ts'
import type { Hub } from '../listening/hub.ts'
import type { Cookies } from './cookies.ts'
import type { Documents } from './documents.ts'
import type { FrameCache } from './frame-cache.ts'
import type { OrderForms } from './order-form.ts'
import type { PageCache } from './page-cache.ts'
import { policyOf } from './page-style.ts'
import type { VisitorCounts } from './visitor-counts.ts'

export interface PublicRoute {
  /** Fixed segments, then at most one parameter, which is the whole rest of the path. Logs and traces show it. */
  readonly path: `/${string}`
  /** GET is also HEAD. Any other method gets 404. */
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'OPTIONS')[]
  /** Whether the parameter has the right form; otherwise 404. Null for a path without one. */
  readonly parameter: ((value: string) => boolean) | null
  /** Whether the school has pages of its own beside it: a path whose parameter has another form is one of these. */
  readonly besidePages?: true
  /** Whether a suspended school has the route, too. */
  readonly whileSuspended: boolean
  /** Decides the security headers. */
  readonly answers: keyof typeof securityHeaders
  /** Whether its pages are written here, within the layout of the school's own pages. */
  readonly framed?: true
  /** Cache-Control of answers below 400; a refusal is never stored. A handler may set a stricter one. */
  readonly cache: string
  /** The message of a 404. */
  readonly missing: string
  /** Answers, or throws the refusal to answer with. */
  readonly take: (visit: Visit) => Promise<void>
  /** Answers with a refusal in place of the common JSON. */
  readonly refuse?: (visit: Visit, refused: Refused) => void
}

/** A request of a public route. */
export interface Visit {
  readonly exchange: Exchange
  readonly path: string
  /** The rest of the path after the fixed segments. */
  readonly parameter: string
  readonly school: ResolvedSchool
  /** The layout of the school's pages; null for a route without one, and while the site service is away. */
  readonly frame: Frame | null
  readonly parts: PublicParts
  /** Counts an answer of this size in the rate of guests: as more than one request from 32 KiB on. */
  countBytes(bytes: number): void
}

/** Whose question a service is asked, for its client. */
export const scopeOf = ({ school, exchange: { requestId } }: Visit) => ({
  school: school.school_id,
  requestId,
})

/** What handlers share. */
export interface PublicParts {
  ask: Ask
  bodies: Bodies
  documents: Documents
  pages: PageCache
  frames: FrameCache
  cookies: Cookies
  orderForms: OrderForms
  /** Rooms with listeners. */
  hub: Hub
  /** Submissions of forms, by network and form. */
  submissions: TokenBuckets
  /** Maximum downloads at a time: each is whole in memory. */
  downloads: Shares
  /** Callbacks under way, of payments, messages and video. */
  callbacks: Shares
  /** Files of the storage. */
  streams: Streams
  /** Counts visitors of pages; null where no service keeps the counts. */
  visitors: Pick<VisitorCounts, 'note'> | null
}

/** The headers of every answer of a route, by its kind. A handler may set a policy that lets its page load more. */
export const securityHeaders = {
  page: {
    'content-security-policy': policyOf(null),
    // Nothing reaches other sites. Without any referrer, browsers would send `Origin: null` with the page's own forms.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  },
  /** The API reference has its style in the page, and no script. */
  document: {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  },
  /** An e-mail that a school has written: styles and pictures of anybody, and nothing of the school’s own pages. */
  mail: {
    'content-security-policy':
      "default-src 'none'; img-src http: https:; style-src 'unsafe-inline' https:; font-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
  bytes: { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' },
  /** Bytes that pages of other origins may use, too. */
  stored: {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag, content-range, content-disposition, retry-after, x-request-id',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  },
  json: { 'x-content-type-options': 'nosniff' },
} satisfies Record<string, AnswerHeaders>
