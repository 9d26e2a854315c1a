// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedMessageTemplate {
  /** The id of the message template. */
  id: string
  /** Always true: the message template was deleted. */
  deleted: true
}

export interface MessageTemplate {
  /** The id of the message template. */
  id: string
  /** What staff read when they choose a template. */
  name: string
  /** The channel that the template is for. */
  transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** The subject of an e-mail, the title of a push or in-app message; Liquid. */
  subject: string
  /** What lists of mails show of an e-mail beside its subject; Liquid. Empty: they show the beginning of the content. */
  preheader: string
  /** Of the body. Markdown and HTML are cut to what e-mails can show: styles, style sheets, pictures and tables stay. Without a style sheet or a body of its own a content stands in the layout of the school; a link of Markdown with the title `button` is a button: `[Open](https://school.example "button")`. mjml: a whole e-mail in the components of MJML, without mj-include; the parts of mj-accordion and mj-carousel are shown one below the other. */
  format: 'markdown' | 'html' | 'mjml' | 'text'
  /** Null with a document. Liquid. Its variables are `user` (first_name, last_name, email, phone, locale, custom_fields), `school` (name, url), `unsubscribe_url` (the page on which the receiver chooses what they get), `view_url` (the e-mail in a browser) and those that the message gives. */
  body: string | null
  /** In place of a body: the blocks of a page, besides forms, with Liquid in their texts; a tag ends in the text in which it begins. They become an e-mail when they are saved, in the colours that the school has then. Paths lead to its site. An offer is shown without its price. */
  document: {
    /** The blocks of the e-mail from the top. */
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
        })[]
      })[]
    })[]
  } | null
  /** What was taken out of the content, because no e-mail can show it; empty for nothing. */
  warnings: {
    /** The place in the body of the request, such as `body`. */
    path: string
    /** What was taken out, and is not sent. */
    message: string
  }[]
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the message template was created. */
  created_at: string
  /** When the message template last changed. */
  updated_at: string
}

export interface MessageTemplateCreate {
  /** What staff read when they choose a template. */
  name: string
  /** The channel that the template is for. Default: `"email"`. */
  transport?: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** The subject of an e-mail, the title of a push or in-app message; Liquid. Default: `""`. */
  subject?: string
  /** What lists of mails show of an e-mail beside its subject; Liquid. Empty: they show the beginning of the content. Default: `""`. */
  preheader?: string
  /** Of the body. Markdown and HTML are cut to what e-mails can show: styles, style sheets, pictures and tables stay. Without a style sheet or a body of its own a content stands in the layout of the school; a link of Markdown with the title `button` is a button: `[Open](https://school.example "button")`. mjml: a whole e-mail in the components of MJML, without mj-include; the parts of mj-accordion and mj-carousel are shown one below the other. Default: `"markdown"`. */
  format?: 'markdown' | 'html' | 'mjml' | 'text'
  /** Null with a document. Liquid. Its variables are `user` (first_name, last_name, email, phone, locale, custom_fields), `school` (name, url), `unsubscribe_url` (the page on which the receiver chooses what they get), `view_url` (the e-mail in a browser) and those that the message gives. Default: `null`. */
  body?: string | null
  /** In place of a body: the blocks of a page, besides forms, with Liquid in their texts; a tag ends in the text in which it begins. They become an e-mail when they are saved, in the colours that the school has then. Paths lead to its site. An offer is shown without its price. Default: `null`. */
  document?: {
    /** The blocks of the e-mail from the top. */
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
        })[]
      })[]
    })[]
  } | null
}

export interface MessageTemplatePreviewRequest {
  /** The person, for whom the permission users:read is needed; null for nobody. Default: `null`. */
  user_id?: string | null
  /** Values of variables, besides `user` and `school`. Default: `{}`. */
  variables?: Record<string, string | number | boolean | null | string[]>
}

export interface MessageTemplatePreviewResult {
  /** The subject as the person would read it. */
  subject: string
  /** The message as HTML; null for plain text. */
  html: string | null
  /** The message as plain text. */
  text: string
  /** The variables without a value. A message with one is not sent: `template_error`. */
  missing: string[]
  /** What was taken out of the content, because no e-mail can show it; empty for nothing. */
  warnings: {
    /** The place in the body of the request, such as `body`. */
    path: string
    /** What was taken out, and is not sent. */
    message: string
  }[]
}

export interface MessageTemplateUpdate {
  /** What staff read when they choose a template. */
  name?: string
  /** The channel that the template is for. */
  transport?: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** The subject of an e-mail, the title of a push or in-app message; Liquid. */
  subject?: string
  /** What lists of mails show of an e-mail beside its subject; Liquid. Empty: they show the beginning of the content. */
  preheader?: string
  /** Of the body. Markdown and HTML are cut to what e-mails can show: styles, style sheets, pictures and tables stay. Without a style sheet or a body of its own a content stands in the layout of the school; a link of Markdown with the title `button` is a button: `[Open](https://school.example "button")`. mjml: a whole e-mail in the components of MJML, without mj-include; the parts of mj-accordion and mj-carousel are shown one below the other. */
  format?: 'markdown' | 'html' | 'mjml' | 'text'
  /** Null with a document. Liquid. Its variables are `user` (first_name, last_name, email, phone, locale, custom_fields), `school` (name, url), `unsubscribe_url` (the page on which the receiver chooses what they get), `view_url` (the e-mail in a browser) and those that the message gives. */
  body?: string | null
  /** In place of a body: the blocks of a page, besides forms, with Liquid in their texts; a tag ends in the text in which it begins. They become an e-mail when they are saved, in the colours that the school has then. Paths lead to its site. An offer is shown without its price. */
  document?: {
    /** The blocks of the e-mail from the top. */
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
        })[]
      })[]
    })[]
  } | null
}

export type MessageTemplateSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name'
/** The query of the list of MessageTemplate. */
export interface MessageTemplateListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<MessageTemplateSort>
  /** Words to search for. */
  q?: string
  transport?: OneOrMany<'email' | 'telegram' | 'sms' | 'push' | 'in_app'>
  format?: OneOrMany<'markdown' | 'html' | 'mjml' | 'text'>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  name?: OneOrMany<string>
}

/** Why `messageTemplates.list` can be refused. */
export type MessageTemplatesListReason = CommonReason
/** List message templates. GET /v1/message-templates; needs message-templates:read. */
export function list(client: Caller, query: MessageTemplateListQuery = {}, options: RequestOptions = {}): ListPromise<MessageTemplate, MessageTemplatesListReason> {
  return client.list({ method: 'GET', path: '/v1/message-templates', query }, options)
}

/** Why `messageTemplates.create` can be refused. */
export type MessageTemplatesCreateReason = CommonReason | 'template_name_taken' | 'content_unclear' | 'content_invalid' | 'templates_limit_reached'
/** Create a message template. POST /v1/message-templates; needs message-templates:write. */
export function create(client: Caller, body: MessageTemplateCreate, options: RequestOptions = {}): ApiPromise<MessageTemplate, MessageTemplatesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/message-templates', body }, options)
}

/** Why `messageTemplates.get` can be refused. */
export type MessageTemplatesGetReason = CommonReason
/** Get a message template. GET /v1/message-templates/{id}; needs message-templates:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<MessageTemplate, MessageTemplatesGetReason> {
  return client.call({ method: 'GET', path: `/v1/message-templates/${encodeURIComponent(id)}` }, options)
}

/** Why `messageTemplates.update` can be refused. */
export type MessageTemplatesUpdateReason = CommonReason | 'template_name_taken' | 'content_unclear' | 'content_invalid'
/** Change a message template; messages that were made from it stay as they are. PATCH /v1/message-templates/{id}; needs message-templates:write. */
export function update(client: Caller, id: string, body: MessageTemplateUpdate = {}, options: RequestOptions = {}): ApiPromise<MessageTemplate, MessageTemplatesUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/message-templates/${encodeURIComponent(id)}`, body }, options)
}

/** Why `messageTemplates.delete` can be refused. */
export type MessageTemplatesDeleteReason = CommonReason
/** Delete a message template. DELETE /v1/message-templates/{id}; needs message-templates:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedMessageTemplate, MessageTemplatesDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/message-templates/${encodeURIComponent(id)}` }, options)
}

/** Why `messageTemplates.preview` can be refused. */
export type MessageTemplatesPreviewReason = CommonReason | 'user_unknown' | 'content_invalid'
/** Render a message template for a person, and list the variables without a value. POST /v1/message-templates/{id}/preview; needs message-templates:read. */
export function preview(client: Caller, id: string, body: MessageTemplatePreviewRequest = {}, options: RequestOptions = {}): ApiPromise<MessageTemplatePreviewResult, MessageTemplatesPreviewReason> {
  return client.call({ method: 'POST', path: `/v1/message-templates/${encodeURIComponent(id)}/preview`, body }, options)
}

export { delete_ as delete }

/** The operations of `messageTemplates` with a client. */
export class MessageTemplatesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List message templates. GET /v1/message-templates; needs message-templates:read. */
  list(query: MessageTemplateListQuery = {}, options: RequestOptions = {}): ListPromise<MessageTemplate, MessageTemplatesListReason> {
    return list(this.#client, query, options)
  }
  /** Create a message template. POST /v1/message-templates; needs message-templates:write. */
  create(body: MessageTemplateCreate, options: RequestOptions = {}): ApiPromise<MessageTemplate, MessageTemplatesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a message template. GET /v1/message-templates/{id}; needs message-templates:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<MessageTemplate, MessageTemplatesGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a message template; messages that were made from it stay as they are. PATCH /v1/message-templates/{id}; needs message-templates:write. */
  update(id: string, body: MessageTemplateUpdate = {}, options: RequestOptions = {}): ApiPromise<MessageTemplate, MessageTemplatesUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a message template. DELETE /v1/message-templates/{id}; needs message-templates:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedMessageTemplate, MessageTemplatesDeleteReason> {
    return delete_(this.#client, id, options)
  }
  /** Render a message template for a person, and list the variables without a value. POST /v1/message-templates/{id}/preview; needs message-templates:read. */
  preview(id: string, body: MessageTemplatePreviewRequest = {}, options: RequestOptions = {}): ApiPromise<MessageTemplatePreviewResult, MessageTemplatesPreviewReason> {
    return preview(this.#client, id, body, options)
  }}
