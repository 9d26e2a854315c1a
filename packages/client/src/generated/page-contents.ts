// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface PageContent {
  /** The id of the page. */
  id: string
  /** The version of the draft; send it as `If-Match`. */
  version: number
  /** The content that editors work on. */
  draft: {
    /** The blocks of the draft from the top. */
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
    /** When it was saved. */
    saved_at: string
  }
  /** The content that visitors see; null while the page is not published. */
  published: {
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
    /** The number of the published version. */
    number: number
    /** When it was published. */
    published_at: string
  } | null
  /** What this save removed from the HTML of which block; empty if nothing was, and when it is read. */
  warnings: string[]
  /** Where staff see the draft without a credential for a day: a path at the school’s own address. */
  preview_path: string
}

export interface PageContentSaveRequest {
  /** The blocks of the page from the top. */
  blocks: ({
    /** Always `heading`: it tells this form from the others. */
    type: 'heading'
    /** The title of the page has level 1. Default: `2`. */
    level?: number
    /** The words of the heading. */
    text: string
    /** Links lead here as #anchor. Default: `null`. */
    anchor?: string | null
    /** Whether the heading begins at the edge or stands in the middle. Default: `"start"`. */
    align?: 'start' | 'center'
  } | {
    /** Always `text`: it tells this form from the others. */
    type: 'text'
    /** HTML of running text: p, br, strong, em, s, u, code, a, ul, ol, li, blockquote. The rest is removed. */
    html: string
    /** Whether the text begins at the edge or stands in the middle. Default: `"start"`. */
    align?: 'start' | 'center'
  } | {
    /** Always `image`: it tells this form from the others. */
    type: 'image'
    /** A ready image. */
    file_id: string
    /** Null for the alt text of the file; empty for decoration. Default: `null`. */
    alt?: string | null
    /** Words below the picture; empty for none. Default: `""`. */
    caption?: string
    /** Where the picture leads when it is clicked; null for nowhere. Default: `null`. */
    link?: string | null
  } | {
    /** Always `video`: it tells this form from the others. */
    type: 'video'
    /** A ready file of the kind video. */
    file_id: string
    /** A ready image, shown before the video plays; null for none. Default: `null`. */
    poster_file_id?: string | null
    /** A ready file of the type text/vtt. Default: `null`. */
    captions_file_id?: string | null
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
    /** Whether the button stands at the edge or in the middle. Default: `"start"`. */
    align?: 'start' | 'center'
  } | {
    /** Always `divider`: it tells this form from the others. */
    type: 'divider'
  } | {
    /** Always `offer`: it tells this form from the others. */
    type: 'offer'
    /** The id of the offer. */
    offer_id: string
    /** The price variant that is shown; null for the default price. Default: `null`. */
    price_id?: string | null
    /** The words on the button; null for the usual ones of the language. Default: `null`. */
    label?: string | null
  } | {
    /** Always `lessons`: it tells this form from the others. */
    type: 'lessons'
    /** The id of the course; null if there is none. Default: `null`. */
    course_id?: string | null
    /** The heading above the programme; empty for none. Default: `""`. */
    title?: string
    /** The programme of the course, lesson by lesson. */
    items: {
      /** The title of the lesson. */
      title: string
      /** What the lesson is about; empty for nothing. Default: `""`. */
      text?: string
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
        /** The title of the page has level 1. Default: `2`. */
        level?: number
        /** The words of the heading. */
        text: string
        /** Links lead here as #anchor. Default: `null`. */
        anchor?: string | null
        /** Whether the heading begins at the edge or stands in the middle. Default: `"start"`. */
        align?: 'start' | 'center'
      } | {
        /** Always `text`: it tells this form from the others. */
        type: 'text'
        /** HTML of running text: p, br, strong, em, s, u, code, a, ul, ol, li, blockquote. The rest is removed. */
        html: string
        /** Whether the text begins at the edge or stands in the middle. Default: `"start"`. */
        align?: 'start' | 'center'
      } | {
        /** Always `image`: it tells this form from the others. */
        type: 'image'
        /** A ready image. */
        file_id: string
        /** Null for the alt text of the file; empty for decoration. Default: `null`. */
        alt?: string | null
        /** Words below the picture; empty for none. Default: `""`. */
        caption?: string
        /** Where the picture leads when it is clicked; null for nowhere. Default: `null`. */
        link?: string | null
      } | {
        /** Always `video`: it tells this form from the others. */
        type: 'video'
        /** A ready file of the kind video. */
        file_id: string
        /** A ready image, shown before the video plays; null for none. Default: `null`. */
        poster_file_id?: string | null
        /** A ready file of the type text/vtt. Default: `null`. */
        captions_file_id?: string | null
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
        /** Whether the button stands at the edge or in the middle. Default: `"start"`. */
        align?: 'start' | 'center'
      } | {
        /** Always `divider`: it tells this form from the others. */
        type: 'divider'
      } | {
        /** Always `offer`: it tells this form from the others. */
        type: 'offer'
        /** The id of the offer. */
        offer_id: string
        /** The price variant that is shown; null for the default price. Default: `null`. */
        price_id?: string | null
        /** The words on the button; null for the usual ones of the language. Default: `null`. */
        label?: string | null
      } | {
        /** Always `lessons`: it tells this form from the others. */
        type: 'lessons'
        /** The id of the course; null if there is none. Default: `null`. */
        course_id?: string | null
        /** The heading above the programme; empty for none. Default: `""`. */
        title?: string
        /** The programme of the course, lesson by lesson. */
        items: {
          /** The title of the lesson. */
          title: string
          /** What the lesson is about; empty for nothing. Default: `""`. */
          text?: string
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
}

/** Why `pageContents.get` can be refused. */
export type PageContentsGetReason = CommonReason
/** Get the draft and the published content of a page. GET /v1/pages/{id}/content; needs pages:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<PageContent, PageContentsGetReason> {
  return client.call({ method: 'GET', path: `/v1/pages/${encodeURIComponent(id)}/content` }, options)
}

/** Why `pageContents.save` can be refused. */
export type PageContentsSaveReason = CommonReason | 'page_content_invalid' | 'page_reference_invalid'
/** Save the draft of a page; visitors see it once it is published. PUT /v1/pages/{id}/content; needs pages:write. */
export function save(client: Caller, id: string, body: PageContentSaveRequest, options: RequestOptions = {}): ApiPromise<PageContent, PageContentsSaveReason> {
  return client.call({ method: 'PUT', path: `/v1/pages/${encodeURIComponent(id)}/content`, body }, options)
}

/** The operations of `pageContents` with a client. */
export class PageContentsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Get the draft and the published content of a page. GET /v1/pages/{id}/content; needs pages:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<PageContent, PageContentsGetReason> {
    return get(this.#client, id, options)
  }
  /** Save the draft of a page; visitors see it once it is published. PUT /v1/pages/{id}/content; needs pages:write. */
  save(id: string, body: PageContentSaveRequest, options: RequestOptions = {}): ApiPromise<PageContent, PageContentsSaveReason> {
    return save(this.#client, id, body, options)
  }}
