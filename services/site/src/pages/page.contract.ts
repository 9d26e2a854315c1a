import { A, atMost, crud, deleted, event, full, G, id, LN, M, moment, refuse, resource } from '@lms/contract'
import { z } from 'zod'
import { refusals as redirectRefusals } from '../redirects/redirect.contract.ts'
import { Blocks } from './block.ts'
import { Page, PageContent, PageVersion } from './page.object.ts'

const maxPages = 2000

export const refusals = refuse({
  pages_limit_reached: full(maxPages, 'pages', 'Delete one that is no longer used.'),
  page_path_taken: {
    status: 409,
    when: 'another page of the school has this path',
    message: 'Another page has this path. GET /v1/pages?path=… finds it: change its path first.',
  },
  page_path_redirected: {
    status: 409,
    when: 'a redirect leads from this path to another address',
    message:
      'A redirect leads from this path to another address. GET /v1/redirects?from_path=… finds it: delete it first.',
  },
  page_path_reserved: {
    status: 422,
    when: 'the system itself answers at this path',
    message: 'The system itself answers at this path, so no visitor would see the page. Choose another path.',
  },
  page_draft_only: {
    status: 409,
    when: 'the page is not published, nor will it be',
    message: 'This page is not published, and no publication is planned.',
  },
  page_content_invalid: {
    status: 422,
    when: 'the content is too large, repeats an anchor, or has HTML of which nothing visible is left',
    message: 'The content cannot be shown as it is. Correct the blocks named in details.',
  },
  page_reference_invalid: {
    status: 422,
    when: 'the content names a file or form that the school does not have, that is not ready, or of another kind',
    message: 'Blocks name files or forms that cannot be shown. Correct the places named in details.',
  },
  page_version_unknown: {
    status: 422,
    when: 'the page has no such version',
    message: 'This page has no such version. GET /v1/pages/{id}/versions lists them.',
  },
})

export const pagePublished = event('system.page_published', {
  when: 'a page went live, with new content or for the first time, or was withdrawn',
  object: Page,
  related: ['page_id'],
  example: { status: 'published' },
})

const {
  list,
  create,
  get,
  update: change,
} = crud('/v1/pages', Page, {
  names: ['a page', 'pages'],
  bound: atMost(maxPages, refusals.pages_limit_reached),
  summaries: {
    create: 'Create a page, as a draft without content',
    update: 'Change a page; from the old path of a published page a redirect leads to the new one',
  },
  readOnly: ['status', 'publish_at', 'published_at', 'published_number', 'has_changes'],
  defaults: { description: '', indexed: true },
  filters: ['path'],
  sorts: ['created_at', 'updated_at', 'path', 'title'],
  refuses: {
    create: pathRefusals(),
    // A published page that moves leaves a redirect.
    update: [...pathRefusals(), redirectRefusals.redirects_limit_reached],
  },
  examples: { create: { path: '/courses', title: 'Courses' }, update: { title: 'All courses' } },
})

function pathRefusals() {
  const { page_path_taken, page_path_redirected, page_path_reserved, page_reference_invalid } = refusals
  return [page_path_taken, page_path_redirected, page_path_reserved, page_reference_invalid]
}

const publication = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('publish'),
    at: moment()
      .nullable()
      .default(null)
      .describe('When the draft, as it is then, will be published; null or a past time for now.'),
  }),
  z.strictObject({ action: z.literal('withdraw') }),
])

export const pages = resource({
  list,
  create,
  get,
  update: change,
  delete: M('DELETE /v1/pages/{id}', {
    summary: 'Delete a page, with its content and its versions',
    permission: 'pages:write',
    returns: deleted(id('pag')),
    emits: [pagePublished],
  }),
  publish: A('POST /v1/pages/{id}/publish', {
    summary: 'Publish the draft now or at a time, or withdraw the page and what is planned',
    permission: 'pages:write',
    body: publication,
    example: { action: 'publish' },
    returns: Page,
    bound: 'event',
    refuses: [refusals.page_draft_only],
    emits: [pagePublished],
  }),
})

export const pageContents = resource({
  get: G('GET /v1/pages/{id}/content', {
    summary: 'Get the draft of a page, and what visitors see',
    permission: 'pages:read',
    returns: PageContent,
  }),
  save: M('PUT /v1/pages/{id}/content', {
    summary: 'Save the draft of a page; visitors see it once it is published',
    permission: 'pages:write',
    body: z.strictObject({ blocks: Blocks }),
    example: {
      blocks: [
        { type: 'heading', text: 'Courses' },
        { type: 'text', html: '<p>Lessons for everyone.</p>' },
      ],
    },
    returns: PageContent,
    secretAnswer: true,
    refuses: [refusals.page_content_invalid, refusals.page_reference_invalid],
  }),
})

export const pageVersions = resource({
  list: LN('GET /v1/pages/{id}/versions', {
    summary: 'List the latest published versions of a page',
    permission: 'pages:read',
    returns: PageVersion,
    list: { filters: {}, sorts: ['number'], defaultSort: '-number' },
  }),
  restore: A('POST /v1/pages/{id}/versions', {
    summary: 'Make a version the draft again',
    permission: 'pages:write',
    body: z.strictObject({ version_id: id('pgv') }),
    returns: PageContent,
    bound: null,
    secretAnswer: true,
    refuses: [refusals.page_version_unknown, refusals.page_reference_invalid],
  }),
})
