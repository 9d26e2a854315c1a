// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { PageContent } from './page-contents.ts'

export interface PageVersion {
  /** The id of the page version. */
  id: string
  /** The id of the page. */
  page_id: string
  /** Counts up from 1 with each publication. */
  number: number
  /** The title of the page in this version. */
  title: string
  /** The blocks of the page from the top. */
  blocks: ({
    /** Always `heading`: it tells this form from the others. */
    type: 'heading'
    /** The title of the page has level 1. */
    level: number
    /** The words of the heading. */
    text: string
    /** Links lead here as #anchor. */
    anchor: string | null
    /** Whether the heading begins at the edge or stands in the middle. */
    align: 'start' | 'center'
  } | {
    /** Always `text`: it tells this form from the others. */
    type: 'text'
    /** HTML of running text: p, br, strong, em, s, u, code, a, ul, ol, li, blockquote. The rest is removed. */
    html: string
    /** Whether the text begins at the edge or stands in the middle. */
    align: 'start' | 'center'
  } | {
    /** Always `image`: it tells this form from the others. */
    type: 'image'
    /** A ready image. */
    file_id: string
    /** Null for the alt text of the file; empty for decoration. */
    alt: string | null
    /** Words below the picture; empty for none. */
    caption: string
    /** Where the picture leads when it is clicked; null for nowhere. */
    link: string | null
  } | {
    /** Always `video`: it tells this form from the others. */
    type: 'video'
    /** A ready file of the kind video. */
    file_id: string
    /** A ready image, shown before the video plays; null for none. */
    poster_file_id: string | null
    /** A ready file of the type text/vtt. */
    captions_file_id: string | null
    /** What the video is about, for people who do not see it. */
    title: string
  } | {
    /** Always `embed`: it tells this form from the others. */
    type: 'embed'
    /** The address of a video at YouTube or Vimeo. */
    url: string
    /** What it is about, for people who do not see it. */
    title: string
  } | {
    /** Always `button`: it tells this form from the others. */
    type: 'button'
    /** The words on the button. */
    label: string
    /** Where the button leads: a path of the site, an anchor or another address. */
    target: string
    /** Whether the button stands at the edge or in the middle. */
    align: 'start' | 'center'
  } | {
    /** Always `divider`: it tells this form from the others. */
    type: 'divider'
  } | {
    /** Always `offer`: it tells this form from the others. */
    type: 'offer'
    /** The id of the offer. */
    offer_id: string
    /** The price variant that is shown; null for the default price. */
    price_id: string | null
    /** The words on the button; null for the usual ones of the language. */
    label: string | null
  } | {
    /** Always `lessons`: it tells this form from the others. */
    type: 'lessons'
    /** The id of the course; null if there is none. */
    course_id: string | null
    /** The heading above the programme; empty for none. */
    title: string
    /** The programme of the course, lesson by lesson. */
    items: {
      /** The title of the lesson. */
      title: string
      /** What the lesson is about; empty for nothing. */
      text: string
    }[]
  } | {
    /** Always `html`: it tells this form from the others. */
    type: 'html'
    /** HTML. Scripts, styles, forms and frames are removed. */
    html: string
  } | {
    /** Always `form`: it tells this form from the others. */
    type: 'form'
    /** The id of the form. */
    form_id: string
  } | {
    /** Always `columns`: it tells this form from the others. */
    type: 'columns'
    /** The columns from the start of the line; on narrow screens one below the other. */
    columns: ({
      /** The blocks of the column from the top. */
      blocks: ({
        /** Always `heading`: it tells this form from the others. */
        type: 'heading'
        /** The title of the page has level 1. */
        level: number
        /** The words of the heading. */
        text: string
        /** Links lead here as #anchor. */
        anchor: string | null
        /** Whether the heading begins at the edge or stands in the middle. */
        align: 'start' | 'center'
      } | {
        /** Always `text`: it tells this form from the others. */
        type: 'text'
        /** HTML of running text: p, br, strong, em, s, u, code, a, ul, ol, li, blockquote. The rest is removed. */
        html: string
        /** Whether the text begins at the edge or stands in the middle. */
        align: 'start' | 'center'
      } | {
        /** Always `image`: it tells this form from the others. */
        type: 'image'
        /** A ready image. */
        file_id: string
        /** Null for the alt text of the file; empty for decoration. */
        alt: string | null
        /** Words below the picture; empty for none. */
        caption: string
        /** Where the picture leads when it is clicked; null for nowhere. */
        link: string | null
      } | {
        /** Always `video`: it tells this form from the others. */
        type: 'video'
        /** A ready file of the kind video. */
        file_id: string
        /** A ready image, shown before the video plays; null for none. */
        poster_file_id: string | null
        /** A ready file of the type text/vtt. */
        captions_file_id: string | null
        /** What the video is about, for people who do not see it. */
        title: string
      } | {
        /** Always `embed`: it tells this form from the others. */
        type: 'embed'
        /** The address of a video at YouTube or Vimeo. */
        url: string
        /** What it is about, for people who do not see it. */
        title: string
      } | {
        /** Always `button`: it tells this form from the others. */
        type: 'button'
        /** The words on the button. */
        label: string
        /** Where the button leads: a path of the site, an anchor or another address. */
        target: string
        /** Whether the button stands at the edge or in the middle. */
        align: 'start' | 'center'
      } | {
        /** Always `divider`: it tells this form from the others. */
        type: 'divider'
      } | {
        /** Always `offer`: it tells this form from the others. */
        type: 'offer'
        /** The id of the offer. */
        offer_id: string
        /** The price variant that is shown; null for the default price. */
        price_id: string | null
        /** The words on the button; null for the usual ones of the language. */
        label: string | null
      } | {
        /** Always `lessons`: it tells this form from the others. */
        type: 'lessons'
        /** The id of the course; null if there is none. */
        course_id: string | null
        /** The heading above the programme; empty for none. */
        title: string
        /** The programme of the course, lesson by lesson. */
        items: {
          /** The title of the lesson. */
          title: string
          /** What the lesson is about; empty for nothing. */
          text: string
        }[]
      } | {
        /** Always `html`: it tells this form from the others. */
        type: 'html'
        /** HTML. Scripts, styles, forms and frames are removed. */
        html: string
      } | {
        /** Always `form`: it tells this form from the others. */
        type: 'form'
        /** The id of the form. */
        form_id: string
      })[]
    })[]
  })[]
  /** When the page version was created. */
  created_at: string
}

export interface PageVersionRestoreRequest {
  /** The id of the page version. */
  version_id: string
}

export type PageVersionSort = 'number' | '-number'
/** The query of the list of PageVersion. */
export interface PageVersionListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<PageVersionSort>
  page_id?: OneOrMany<string>
  created_at?: TimeFilter
}

/** Why `pageVersions.list` can be refused. */
export type PageVersionsListReason = CommonReason
/** List the latest published versions of a page. GET /v1/pages/{id}/versions; needs pages:read. */
export function list(client: Caller, id: string, query: PageVersionListQuery = {}, options: RequestOptions = {}): ListPromise<PageVersion, PageVersionsListReason> {
  return client.list({ method: 'GET', path: `/v1/pages/${encodeURIComponent(id)}/versions`, query }, options)
}

/** Why `pageVersions.restore` can be refused. */
export type PageVersionsRestoreReason = CommonReason | 'page_version_unknown' | 'page_reference_invalid'
/** Restore a version as the draft. POST /v1/pages/{id}/versions; needs pages:write. */
export function restore(client: Caller, id: string, body: PageVersionRestoreRequest, options: RequestOptions = {}): ApiPromise<PageContent, PageVersionsRestoreReason> {
  return client.call({ method: 'POST', path: `/v1/pages/${encodeURIComponent(id)}/versions`, body }, options)
}

/** The operations of `pageVersions` with a client. */
export class PageVersionsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the latest published versions of a page. GET /v1/pages/{id}/versions; needs pages:read. */
  list(id: string, query: PageVersionListQuery = {}, options: RequestOptions = {}): ListPromise<PageVersion, PageVersionsListReason> {
    return list(this.#client, id, query, options)
  }
  /** Restore a version as the draft. POST /v1/pages/{id}/versions; needs pages:write. */
  restore(id: string, body: PageVersionRestoreRequest, options: RequestOptions = {}): ApiPromise<PageContent, PageVersionsRestoreReason> {
    return restore(this.#client, id, body, options)
  }}
