// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedMailing {
  /** The id of the mailing. */
  id: string
  /** Always true: the mailing was deleted. */
  deleted: true
}

export interface Mailing {
  /** The id of the mailing. */
  id: string
  /** Shown to staff only, in lists and figures. */
  name: string
  /** The channel by which the mailing is sent. */
  transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** A topic of the settings; its basis decides who gets it. */
  topic: string
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
  /** Whoever is in one of these gets it once. It is taken at the start. */
  audience: {
    /** All active people of the school. */
    everyone: boolean
    /** The ids of the users. */
    user_ids: string[]
    /** People with one of these tags. */
    tag_ids: string[]
    /** Members of one of these groups. */
    group_ids: string[]
    /** Members of one of these segments. */
    segment_ids: string[]
    /** Whoever is in one of these does not get it, whatever else names them; absent for nobody. */
    exclude?: {
      /** The ids of the users. */
      user_ids: string[]
      /** People with one of these tags. */
      tag_ids: string[]
      /** Members of one of these groups. */
      group_ids: string[]
      /** Members of one of these segments. */
      segment_ids: string[]
    }
    /** People to whom a mailing went, by what became of it; null for nobody. */
    responses: {
      /** A mailing of the school. */
      mailing_id: string
      /** failed: whom it did not reach: refused, unknown, bounced, or an unfit content. not_opened: who got it and has not opened it. opened, clicked: who has. */
      who: 'failed' | 'not_opened' | 'opened' | 'clicked'
    } | null
  }
  /** A mailing is written as a `draft`; it cannot be changed once it is `running`. `paused`: what waits does not leave. */
  status: 'draft' | 'scheduled' | 'running' | 'paused' | 'finished' | 'stopped'
  /** When it is to start by itself; null if it starts by hand. */
  scheduled_at: string | null
  /** The time of day of each person at which messages leave; null: as soon as they are due. */
  local_time: string | null
  /** When the mailing started; null if it has not. */
  started_at: string | null
  /** When the mailing finished; null if it has not. */
  finished_at: string | null
  /** They stand still once it is sent or stopped. */
  counts: {
    /** The messages that were to go: one for each person. */
    audience: number
    /** Those that wait for their turn. */
    queued: number
    /** Handed over at this moment; after a stop, at the moment of the stop. */
    in_flight: number
    /** Those that the channel has taken. */
    sent: number
    /** Tried again later. */
    deferred: number
    /** Those that the channel has refused for good. */
    refused: number
    /** They may have left before a crash, and are not repeated. */
    unknown: number
    /** Taken from the queue by a stop. */
    removed: number
    /** Those that were not sent, for one of `reasons`. */
    skipped: number
    /** The skipped ones, by reason. */
    reasons: {
      /** People who were deleted in the meantime. */
      deleted?: number
      /** People without an address in the channel. */
      no_address?: number
      /** Addresses on the list of suppressions. */
      suppressed?: number
      /** People without the consent that the topic needs. */
      no_consent?: number
      /** People who have switched the topic off. */
      topic_off?: number
      /** Addresses that another person of the audience has. */
      duplicate_address?: number
      /** People who have had as many messages as the settings allow. */
      frequency_cap?: number
      /** Messages whose time had passed before their turn came. */
      expired?: number
      /** People who had opened an earlier message of the campaign. */
      opened?: number
      /** Messages whose content could not be filled in. */
      template_error?: number
    }
  }
  /** What became of the messages that were in flight when it was stopped; null unless it was. */
  after_stop: {
    /** Those that the channel had taken. */
    sent: number
    /** Those that the channel had refused for good. */
    refused: number
    /** Those that may have left before a crash, and are not repeated. */
    unknown: number
    /** Those that the stop took from the queue. */
    removed: number
    /** Those that were not sent for another reason. */
    skipped: number
  } | null
  /** What people did with its messages, counted now; null for a draft, and in lists: read one to see it. */
  report: {
    /** The messages of which the channel says that they came. */
    delivered: number
    /** Those that were opened; programs that open every mail do not count. */
    opened: number
    /** Those whose pictures a mail program alone has loaded: whether they were opened, nobody knows. */
    prefetched: number
    /** Those of which a link was followed. */
    clicked: number
    /** Those by whose link a person unsubscribed. */
    unsubscribed: number
    /** Those that came back, at once or later. */
    bounced: number
    /** Those that were reported as unwanted. */
    complained: number
    /** The links that were followed, the most followed first; at most 50. */
    links: {
      /** The target of the link, as it was written. */
      url: string
      /** The messages of which it was followed. */
      clicked: number
    }[]
  } | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the mailing was created. */
  created_at: string
  /** When the mailing last changed. */
  updated_at: string
}

export interface MailingCreate {
  /** Shown to staff only, in lists and figures. */
  name: string
  /** The channel by which the mailing is sent. Default: that of the copied one, else `email`. */
  transport?: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** A topic of the settings; its basis decides who gets it. Default: that of the copied one, else `news`. */
  topic?: string
  /** The subject of an e-mail, the title of a push or in-app message; Liquid. Default: that of the copied one, else empty. */
  subject?: string
  /** What lists of mails show of an e-mail beside its subject; Liquid. Empty: they show the beginning of the content. Default: that of the copied one, else empty. */
  preheader?: string
  /** Of the body. Markdown and HTML are cut to what e-mails can show: styles, style sheets, pictures and tables stay. Without a style sheet or a body of its own a content stands in the layout of the school; a link of Markdown with the title `button` is a button: `[Open](https://school.example "button")`. mjml: a whole e-mail in the components of MJML, without mj-include; the parts of mj-accordion and mj-carousel are shown one below the other. Default: that of the copied one, else `markdown`. */
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
  /** Whoever is in one of these gets it once. It is taken at the start. Default: `{"everyone":false,"user_ids":[],"tag_ids":[],"group_ids":[],"segment_ids":[],"responses":null}`. */
  audience?: {
    /** All active people of the school. Default: `false`. */
    everyone?: boolean
    /** The ids of the users. Default: `[]`. */
    user_ids?: string[]
    /** People with one of these tags. Default: `[]`. */
    tag_ids?: string[]
    /** Members of one of these groups. Default: `[]`. */
    group_ids?: string[]
    /** Members of one of these segments. Default: `[]`. */
    segment_ids?: string[]
    /** Whoever is in one of these does not get it, whatever else names them; absent for nobody. */
    exclude?: {
      /** The ids of the users. Default: `[]`. */
      user_ids?: string[]
      /** People with one of these tags. Default: `[]`. */
      tag_ids?: string[]
      /** Members of one of these groups. Default: `[]`. */
      group_ids?: string[]
      /** Members of one of these segments. Default: `[]`. */
      segment_ids?: string[]
    }
    /** People to whom a mailing went, by what became of it; null for nobody. Default: `null`. */
    responses?: {
      /** A mailing of the school. */
      mailing_id: string
      /** failed: whom it did not reach: refused, unknown, bounced, or an unfit content. not_opened: who got it and has not opened it. opened, clicked: who has. */
      who: 'failed' | 'not_opened' | 'opened' | 'clicked'
    } | null
  }
  /** A mailing whose transport, topic and content are copied, with `body` and `document` left out, and whose audience where `audience` names nobody. A transport, topic, subject, preheader, format or `exclude` that is given stands in place of the copied one. Send it again to those whom it did not reach by `audience.responses`. Default: `null`. */
  copy_of?: string | null
}

export interface MailingStartRequest {
  /** Null for now; at most 366 days ahead. The audience is taken then. Default: `null`. */
  at?: string | null
  /** Each person gets it at this time of day of their own zone, the first one after the start: for all zones it takes a day. Null: as soon as it is due. Default: `null`. */
  local_time?: string | null
}

export interface MailingTestRequest {
  /** The e-mail addresses that get the test; it counts in no figures. Empty with `dry_run`. Default: `[]`. */
  addresses?: string[]
  /** The person whose values it shows, for whom the permission users:read is needed. Default: `null`. */
  user_id?: string | null
  /** Nothing is sent: the answer says what would become of the mailing for `user_id`. It says why, so it needs the rights to read messages, preferences and suppressions, too. Default: `false`. */
  dry_run?: boolean
}

export interface MailingTestResult {
  /** What became of the test at each address. */
  results: ({
    /** The address of the test. */
    address: string
    /** What became of the test; `unknown` if the connection broke off, `suppressed` if the address gets no mail. */
    status: 'sent' | 'refused' | 'deferred' | 'unknown' | 'suppressed'
    /** What the mail server said. */
    answer: string
  })[]
  /** Variables without a value. They are empty in the test. */
  missing: string[]
  /** What would become of it for the person; null for a test that is sent. */
  dry_run: {
    /** What the person would read. */
    content: {
      /** The subject as the person would read it. */
      subject: string
      /** The message as HTML; null for plain text. */
      html: string | null
      /** The message as plain text. */
      text: string
    }
    /** Why the person would get nothing if it left now; null if they would. The audience is a question of its own. */
    reason: 'deleted' | 'no_address' | 'suppressed' | 'no_consent' | 'topic_off' | 'duplicate_address' | 'frequency_cap' | 'expired' | 'opened' | 'template_error' | null
    /** The end of the quiet hours for which the message would wait; null if it would leave at once. */
    send_after: string | null
    /** Whether the person is in the audience, and why not. */
    audience: {
      /** Whether the person is in the audience now. That of a mailing is taken when it begins. */
      included: boolean
      /** Whether the person is active: nobody else is in an audience. */
      active: boolean
      /** Everything that the audience names: the person is in it if one of these matches, and none that excludes. */
      parts: ({
        /** The field of the audience. */
        part: 'everyone' | 'user_ids' | 'tag_ids' | 'group_ids' | 'segment_ids' | 'responses'
        /** The tag, group, segment or mailing; null for `everyone` and `user_ids`. */
        id: string | null
        /** Whether it stands in `exclude`, and takes out who is in it. */
        excludes: boolean
        /** Whether the person is in it. */
        matches: boolean
      })[]
    }
    /** The message of the mailing to the person; null before it begins, and for whoever was not in the audience then. */
    message: {
      /** The message to the person. */
      id: string
      /** What has become of it. */
      status: 'queued' | 'sending' | 'deferred' | 'sent' | 'refused' | 'unknown' | 'skipped' | 'removed'
      /** Why it was skipped; null if it was not. */
      reason: 'deleted' | 'no_address' | 'suppressed' | 'no_consent' | 'topic_off' | 'duplicate_address' | 'frequency_cap' | 'expired' | 'opened' | 'template_error' | null
    } | null
  } | null
}

export interface MailingUpdate {
  /** Shown to staff only, in lists and figures. */
  name?: string
  /** The channel by which the mailing is sent. */
  transport?: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
  /** A topic of the settings; its basis decides who gets it. */
  topic?: string
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
  /** Whoever is in one of these gets it once. It is taken at the start. */
  audience?: {
    /** All active people of the school. Default: `false`. */
    everyone?: boolean
    /** The ids of the users. Default: `[]`. */
    user_ids?: string[]
    /** People with one of these tags. Default: `[]`. */
    tag_ids?: string[]
    /** Members of one of these groups. Default: `[]`. */
    group_ids?: string[]
    /** Members of one of these segments. Default: `[]`. */
    segment_ids?: string[]
    /** Whoever is in one of these does not get it, whatever else names them; absent for nobody. */
    exclude?: {
      /** The ids of the users. Default: `[]`. */
      user_ids?: string[]
      /** People with one of these tags. Default: `[]`. */
      tag_ids?: string[]
      /** Members of one of these groups. Default: `[]`. */
      group_ids?: string[]
      /** Members of one of these segments. Default: `[]`. */
      segment_ids?: string[]
    }
    /** People to whom a mailing went, by what became of it; null for nobody. Default: `null`. */
    responses?: {
      /** A mailing of the school. */
      mailing_id: string
      /** failed: whom it did not reach: refused, unknown, bounced, or an unfit content. not_opened: who got it and has not opened it. opened, clicked: who has. */
      who: 'failed' | 'not_opened' | 'opened' | 'clicked'
    } | null
  }
  /** stopped: takes all queued messages back. What was sent is not recalled; the numbers stand still. draft: one that is scheduled does not begin, and can be changed, also by the same request. paused: what is being handed over leaves, and the rest waits, until it is `running` again. */
  status?: 'stopped' | 'draft' | 'paused' | 'running'
}

export type MailingSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name'
/** The query of the list of Mailing. */
export interface MailingListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<MailingSort>
  /** Words to search for. */
  q?: string
  transport?: OneOrMany<'email' | 'telegram' | 'sms' | 'push' | 'in_app'>
  format?: OneOrMany<'markdown' | 'html' | 'mjml' | 'text'>
  status?: OneOrMany<'draft' | 'scheduled' | 'running' | 'paused' | 'finished' | 'stopped'>
  scheduled_at?: TimeFilter
  started_at?: TimeFilter
  finished_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `mailings.list` can be refused. */
export type MailingsListReason = CommonReason
/** List mailings with their counts. GET /v1/mailings; needs mailings:read. */
export function list(client: Caller, query: MailingListQuery = {}, options: RequestOptions = {}): ListPromise<Mailing, MailingsListReason> {
  return client.list({ method: 'GET', path: '/v1/mailings', query }, options)
}

/** Why `mailings.create` can be refused. */
export type MailingsCreateReason = CommonReason | 'topic_unknown' | 'content_unclear' | 'content_invalid' | 'user_unknown' | 'audience_unknown' | 'mailings_limit_reached' | 'mailing_unknown'
/** Create a mailing, as a draft, or copy another one. POST /v1/mailings; needs mailings:write. */
export function create(client: Caller, body: MailingCreate, options: RequestOptions = {}): ApiPromise<Mailing, MailingsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/mailings', body }, options)
}

/** Why `mailings.get` can be refused. */
export type MailingsGetReason = CommonReason
/** Get a mailing with the number of messages sent and not sent, and why. GET /v1/mailings/{id}; needs mailings:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Mailing, MailingsGetReason> {
  return client.call({ method: 'GET', path: `/v1/mailings/${encodeURIComponent(id)}` }, options)
}

/** Why `mailings.update` can be refused. */
export type MailingsUpdateReason = CommonReason | 'topic_unknown' | 'content_unclear' | 'content_invalid' | 'user_unknown' | 'audience_unknown' | 'mailing_not_draft' | 'mailing_over' | 'mailing_not_scheduled' | 'mailing_not_running'
/** Change the draft of a mailing; stop, pause or resume one; or make a scheduled one a draft again. PATCH /v1/mailings/{id}; needs mailings:write. */
export function update(client: Caller, id: string, body: MailingUpdate = {}, options: RequestOptions = {}): ApiPromise<Mailing, MailingsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/mailings/${encodeURIComponent(id)}`, body }, options)
}

/** Why `mailings.delete` can be refused. */
export type MailingsDeleteReason = CommonReason | 'mailing_not_draft'
/** Delete the draft of a mailing. DELETE /v1/mailings/{id}; needs mailings:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedMailing, MailingsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/mailings/${encodeURIComponent(id)}` }, options)
}

/** Why `mailings.start` can be refused. */
export type MailingsStartReason = CommonReason | 'mailing_not_draft' | 'audience_empty' | 'audience_unmeasured' | 'start_time_invalid' | 'subject_missing' | 'postal_address_missing'
/** Start a mailing, once; its content and audience are fixed from then on. POST /v1/mailings/{id}/start; needs mailings:write. */
export function start(client: Caller, id: string, body: MailingStartRequest = {}, options: RequestOptions = {}): ApiPromise<Mailing, MailingsStartReason> {
  return client.call({ method: 'POST', path: `/v1/mailings/${encodeURIComponent(id)}/start`, body }, options)
}

/** Why `mailings.test` can be refused. */
export type MailingsTestReason = CommonReason | 'mailing_test_unclear' | 'mailing_test_invalid' | 'user_unknown' | 'content_invalid'
/** Send a test of a mailing to a few addresses; or say what a person would get, whether they would, and why not. POST /v1/mailings/{id}/test; needs mailings:write. */
export function test(client: Caller, id: string, body: MailingTestRequest = {}, options: RequestOptions = {}): ApiPromise<MailingTestResult, MailingsTestReason> {
  return client.call({ method: 'POST', path: `/v1/mailings/${encodeURIComponent(id)}/test`, body }, options)
}

export { delete_ as delete }

/** The operations of `mailings` with a client. */
export class MailingsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List mailings with their counts. GET /v1/mailings; needs mailings:read. */
  list(query: MailingListQuery = {}, options: RequestOptions = {}): ListPromise<Mailing, MailingsListReason> {
    return list(this.#client, query, options)
  }
  /** Create a mailing, as a draft, or copy another one. POST /v1/mailings; needs mailings:write. */
  create(body: MailingCreate, options: RequestOptions = {}): ApiPromise<Mailing, MailingsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a mailing with the number of messages sent and not sent, and why. GET /v1/mailings/{id}; needs mailings:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Mailing, MailingsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change the draft of a mailing; stop, pause or resume one; or make a scheduled one a draft again. PATCH /v1/mailings/{id}; needs mailings:write. */
  update(id: string, body: MailingUpdate = {}, options: RequestOptions = {}): ApiPromise<Mailing, MailingsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete the draft of a mailing. DELETE /v1/mailings/{id}; needs mailings:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedMailing, MailingsDeleteReason> {
    return delete_(this.#client, id, options)
  }
  /** Start a mailing, once; its content and audience are fixed from then on. POST /v1/mailings/{id}/start; needs mailings:write. */
  start(id: string, body: MailingStartRequest = {}, options: RequestOptions = {}): ApiPromise<Mailing, MailingsStartReason> {
    return start(this.#client, id, body, options)
  }
  /** Send a test of a mailing to a few addresses; or say what a person would get, whether they would, and why not. POST /v1/mailings/{id}/test; needs mailings:write. */
  test(id: string, body: MailingTestRequest = {}, options: RequestOptions = {}): ApiPromise<MailingTestResult, MailingsTestReason> {
    return test(this.#client, id, body, options)
  }}
