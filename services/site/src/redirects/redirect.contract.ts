import { atMost, crud, full, id, refuse, resource, stamps, text, U } from '@lms/contract'
import { z } from 'zod'

const spaceless = /^\S*$/
const maxTarget = 2000

/** The path of an old page in the form that browsers send, so that it is found byte by byte. */
const oldPath = () =>
  z
    .string()
    .max(500)
    .regex(
      /^\/([^\s?#\\/][^\s?#\\]*)?$/,
      'must be a path from the root, without query and fragment: /old-course',
    )
    .overwrite(canonicalPath)
    .refine(path => path.length <= 500, 'must have at most 500 characters after escaping')
    .meta({ examples: ['/old-course'] })

/** The path as browsers send it: invalid characters are escaped, and `..` is resolved. */
export function canonicalPath(path: string): string {
  const url = ownAddress(path)
  return url ? pathIn(url) : path
}

// An address such as //other.example or /\other.example names another host.
function ownAddress(path: string): URL | null {
  const url = path.startsWith('/') ? URL.parse(path, 'http://school.example') : null
  return url?.host === 'school.example' ? url : null
}

// What is left of /..//other.example would name another host, too.
const pathIn = ({ pathname }: URL): string => pathname.replace(/^\/+/, '/')

/** The same of a path with a query and a fragment, which stay; another address stays as it is. */
export function canonicalTarget(target: string): string {
  const url = ownAddress(target)
  return url ? pathIn(url) + url.search + url.hash : target
}

export const Redirect = z.object({
  id: id('rdr'),
  from_path: oldPath().describe('The old path at the school’s own address.'),
  target: text(maxTarget, 1)
    .regex(spaceless, 'must not contain spaces: /courses/new')
    .refine(isTarget, 'must be a path from the root, or an address that begins with https://: /courses/new')
    .overwrite(canonicalTarget)
    .refine(target => target.length <= maxTarget, `must have at most ${maxTarget} characters after escaping`)
    .describe(
      'The target: a path at the school’s own address, or another address. The query of the visit is added to it.',
    )
    .meta({ examples: ['/courses/new'] }),
  permanent: z.boolean().describe('Whether browsers and search engines remember it: 308, otherwise 307.'),
  ...stamps,
})
export type Redirect = z.infer<typeof Redirect>

function isTarget(target: string): boolean {
  if (target.startsWith('/')) return /^\/(?![/\\])/.test(target)
  return /^https:\/\//i.test(target) && URL.canParse(target)
}

const maxRedirects = 10_000

export const refusals = refuse({
  redirects_limit_reached: full(maxRedirects, 'redirects', 'Delete one that is no longer used.'),
  redirect_taken: {
    status: 409,
    when: 'another redirect of the school has this from_path',
    message: 'Another redirect has this from_path. Delete it first: GET /v1/redirects?from_path=… finds it.',
  },
  redirect_page: {
    status: 409,
    when: 'a page of the school has this from_path',
    message: 'A page has this from_path. Change its path, or delete it: GET /v1/pages?path=… finds it.',
  },
  redirect_reserved: {
    status: 422,
    when: 'the system itself answers at from_path, or below its first part, so that no visitor would be led on',
    message:
      'The system itself answers at this from_path: /docs, /api, /forms and the like. Name the path of an old page of the school.',
  },
  redirect_chained: {
    status: 422,
    when: 'the target is itself redirected, with or without a slash at its end, or another redirect leads to this from_path',
    message: 'A redirect cannot lead to another redirect. Name the final target. See details.',
  },
  redirect_unknown: {
    status: 422,
    when: 'the school has no such redirect',
    message: 'This school has no such redirect. GET /v1/redirects lists them.',
  },
})

const { list, create } = crud('/v1/redirects', Redirect, {
  names: ['a redirect', 'redirects'],
  bound: atMost(maxRedirects, refusals.redirects_limit_reached),
  summaries: { list: 'List the redirects of old addresses', create: 'Redirect an old address' },
  defaults: { permanent: true },
  filters: ['from_path', 'target'],
  sorts: ['created_at', 'from_path'],
  refuses: {
    create: [
      refusals.redirect_taken,
      refusals.redirect_page,
      refusals.redirect_reserved,
      refusals.redirect_chained,
    ],
  },
  examples: { create: { from_path: '/old-course', target: '/courses/new' } },
})

export const redirects = resource({
  list,
  create,
  delete: U('DELETE /v1/redirects', {
    summary: 'Delete a redirect',
    permission: 'redirects:write',
    body: z.strictObject({ id: id('rdr') }),
    returns: z.object({ id: id('rdr'), deleted: z.literal(true) }),
    refuses: [refusals.redirect_unknown],
  }),
})
