// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface AnalyticsSettings {
  /** The costs of channels, for their payback. */
  costs?: {
    /** `utm_source` of the visits; empty for those without it. */
    source: string
    /** `utm_medium` of the visits that the cost brought; empty for those without it. */
    medium: string
    /** `utm_campaign` of the visits that the cost brought; empty for those without it. */
    campaign: string
    /** The first day of the period in which it was spent. */
    from: string
    /** The last day of the period. */
    to: string
    /** What was spent in the whole period; each day has an equal share. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
    /** The currency: an ISO 4217 code, such as `EUR`. */
    currency: string
  }[]
}

export interface AnalyticsSettingsUpdate {
  /** The costs of channels, for their payback. Default: `[]`. */
  costs?: {
    /** `utm_source` of the visits; empty for those without it. */
    source: string
    /** `utm_medium` of the visits that the cost brought; empty for those without it. */
    medium: string
    /** `utm_campaign` of the visits that the cost brought; empty for those without it. */
    campaign: string
    /** The first day of the period in which it was spent. */
    from: string
    /** The last day of the period. */
    to: string
    /** What was spent in the whole period; each day has an equal share. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
    /** The currency: an ISO 4217 code, such as `EUR`. */
    currency: string
  }[]
}

export interface CommerceSettings {
  /** Whether the school sells in earnest. */
  sales?: {
    /** `test`: people pay with the test provider, no money moves, and what it pays carries `test: true`. The owner goes live once and for all: then only live connections take payments, and all that test payments have paid is refunded with what it gave. */
    mode?: 'test' | 'live'
  }
  /** Orders that nobody pays, and what follows a paid one. */
  orders?: {
    /** Hours after which an unpaid order expires; null for never. A late payment still pays it. */
    expire_after_hours?: number | null
    /** Where buyers go on after paying: a page on a domain of the school, or below one, on which they find what they bought. Null: the page of a paid order leads nowhere. */
    learn_url?: string | null
  }
  /** The texts of the law on the pages of offers. The seller is that of the receipts. */
  legal?: {
    /** The terms of sale, to which the page of an offer leads; null for none. */
    terms_url?: string | null
    /** The text on privacy; null for none. */
    privacy_url?: string | null
    /** The text on the right of withdrawal; null for none. With one, buyers from the European Economic Area and the United Kingdom agree that the right ends once what they bought has begun. */
    withdrawal_url?: string | null
    /** The version of these texts, which orders keep; change it whenever a text changes. */
    version?: string
    /** Whether buyers tick that they agree to the terms; else the page says that they do by ordering. */
    agree_to_terms?: boolean
  }
  /** Checkouts that nobody confirms. */
  checkouts?: {
    /** Minutes without a change after which an unfinished checkout counts as abandoned. */
    abandoned_after_minutes?: number
  }
  /** How partners earn by orders of the people they bring. */
  partners?: {
    /** Which of several partners gets the share: the one of the last or of the first link. */
    attribution?: 'last' | 'first'
    /** Days for which a site remembers the link of a partner. */
    cookie_days?: number
    /** Days after a payment from which the share can be paid out. */
    hold_days?: number
  }
  /** What follows a failed charge of a subscription. */
  subscriptions?: {
    /** Days after a failed charge on which it is tried again, in rising order. */
    dunning_days?: number[]
    /** Days after the end of a paid period for which the access stays. */
    grace_days?: number
  }
  /** When people are reminded of a payment or of the end of their free days. */
  reminders?: {
    /** Days before the end of free days on which people are reminded; of shorter ones half-way. Null for never. */
    trial_days?: number | null
    /** Days before a part of an order is due on which its person is reminded; null for never. */
    part_days?: number | null
    /** Days after a part was due on which its person is reminded; null for never. */
    overdue_days?: number | null
  }
  /** Receipts for payments, and the seller that they name. */
  receipts?: {
    /** Whether payments get receipts. Needs seller.name. */
    enabled?: boolean
    /** The seller that receipts name. */
    seller?: {
      /** The name of the seller on receipts; null for none. */
      name?: string | null
      /** The postal address of the seller on receipts; null for none. */
      address?: string | null
      /** The tax number of the seller on receipts; null for none. */
      tax_id?: string | null
      /** Null for that of the school, in the section `site`. */
      country?: string | null
    }
  }
  /** The taxes of orders. */
  taxes?: {
    /** The country of orders that name none; null for that of the school, in the section `site`. */
    country?: string | null
  }
}

export interface CommerceSettingsUpdate {
  /** Whether the school sells in earnest. */
  sales?: {
    /** `test`: people pay with the test provider, no money moves, and what it pays carries `test: true`. The owner goes live once and for all: then only live connections take payments, and all that test payments have paid is refunded with what it gave. Default: `"test"`. */
    mode?: 'test' | 'live'
  }
  /** Orders that nobody pays, and what follows a paid one. */
  orders?: {
    /** Hours after which an unpaid order expires; null for never. A late payment still pays it. Default: `null`. */
    expire_after_hours?: number | null
    /** Where buyers go on after paying: a page on a domain of the school, or below one, on which they find what they bought. Null: the page of a paid order leads nowhere. Default: `null`. */
    learn_url?: string | null
  }
  /** The texts of the law on the pages of offers. The seller is that of the receipts. */
  legal?: {
    /** The terms of sale, to which the page of an offer leads; null for none. Default: `null`. */
    terms_url?: string | null
    /** The text on privacy; null for none. Default: `null`. */
    privacy_url?: string | null
    /** The text on the right of withdrawal; null for none. With one, buyers from the European Economic Area and the United Kingdom agree that the right ends once what they bought has begun. Default: `null`. */
    withdrawal_url?: string | null
    /** The version of these texts, which orders keep; change it whenever a text changes. Default: `"1"`. */
    version?: string
    /** Whether buyers tick that they agree to the terms; else the page says that they do by ordering. Default: `false`. */
    agree_to_terms?: boolean
  }
  /** Checkouts that nobody confirms. */
  checkouts?: {
    /** Minutes without a change after which an unfinished checkout counts as abandoned. Default: `60`. */
    abandoned_after_minutes?: number
  }
  /** How partners earn by orders of the people they bring. */
  partners?: {
    /** Which of several partners gets the share: the one of the last or of the first link. Default: `"last"`. */
    attribution?: 'last' | 'first'
    /** Days for which a site remembers the link of a partner. Default: `30`. */
    cookie_days?: number
    /** Days after a payment from which the share can be paid out. Default: `14`. */
    hold_days?: number
  }
  /** What follows a failed charge of a subscription. */
  subscriptions?: {
    /** Days after a failed charge on which it is tried again, in rising order. Default: `[1,3,5,7]`. */
    dunning_days?: number[]
    /** Days after the end of a paid period for which the access stays. Default: `3`. */
    grace_days?: number
  }
  /** When people are reminded of a payment or of the end of their free days. */
  reminders?: {
    /** Days before the end of free days on which people are reminded; of shorter ones half-way. Null for never. Default: `3`. */
    trial_days?: number | null
    /** Days before a part of an order is due on which its person is reminded; null for never. Default: `3`. */
    part_days?: number | null
    /** Days after a part was due on which its person is reminded; null for never. Default: `1`. */
    overdue_days?: number | null
  }
  /** Receipts for payments, and the seller that they name. */
  receipts?: {
    /** Whether payments get receipts. Needs seller.name. Default: `false`. */
    enabled?: boolean
    /** The seller that receipts name. */
    seller?: {
      /** The name of the seller on receipts; null for none. Default: `null`. */
      name?: string | null
      /** The postal address of the seller on receipts; null for none. Default: `null`. */
      address?: string | null
      /** The tax number of the seller on receipts; null for none. Default: `null`. */
      tax_id?: string | null
      /** Null for that of the school, in the section `site`. Default: `null`. */
      country?: string | null
    }
  }
  /** The taxes of orders. */
  taxes?: {
    /** The country of orders that name none; null for that of the school, in the section `site`. Default: `null`. */
    country?: string | null
  }
}

export interface CrmSettings {
  /** What messages can be about; the basis of a topic decides who may get them. */
  topics?: ({
    /** The key by which messages name the topic. */
    key: string
    /** What people read in their preferences. */
    name: string
    /** service: what people need for what they have bought, they cannot switch it off. consent: only with a given consent of the channel. opt_out: until they switch it off. */
    basis: 'service' | 'consent' | 'opt_out'
  })[]
  /** The zone of people whose own zone is not known; null for that of the school, in the section `site`. */
  time_zone?: string | null
  /** When people get no messages, in their own zone. Topics with the basis `service` are sent all the same. */
  quiet_hours?: {
    /** The time of day at which the quiet hours begin. */
    from: string
    /** The time of day at which they end, on the next day if it is earlier. */
    to: string
  } | null
  /** They do not count messages of topics with the basis `service`. */
  frequency_caps?: ({
    /** The channel that the cap is for. */
    transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
    /** The maximum number of messages to a person */
    most: number
    /** in so many days. */
    days: number
  })[]
  /** What the platform tells people by itself. Those that are not named are sent by e-mail in the language of the person, except `order_created`, `access_granted` and `access_ends_soon`. */
  notifications?: ({
    /** The occasion on which the platform writes by itself. */
    kind: 'order_created' | 'order_paid' | 'gift_bought' | 'order_refunded' | 'receipt_issued' | 'subscription_renewed' | 'charge_failed' | 'subscription_ended' | 'homework_waits' | 'homework_sent' | 'homework_returned' | 'homework_accepted' | 'homework_overdue' | 'review_overdue' | 'homework_commented' | 'lesson_opened' | 'certificate_issued' | 'comment_answered' | 'access_granted' | 'webinar_registered' | 'webinar_left' | 'webinar_reminder' | 'webinar_moved' | 'webinar_canceled' | 'webinar_recording' | 'access_ends_soon'
    /** Whether people are told of it. */
    send: boolean
    /** Each person gets it by all of these. */
    transports: ('email' | 'telegram' | 'sms' | 'push' | 'in_app')[]
    /** Whether e-mails of this kind wait for the one of the day, at `digest_time`. It has the built-in texts. Not for what is sent at a time of its own: reminders of webinars, ends of accesses. */
    digest: boolean
    /** Of `access_ends_soon`: the days before the end at which people are told. */
    days_before: number
    /** The maximum of this kind to a person in 24 hours, by each transport; the rest is skipped. Null for that of the platform: 20 for comments, 50 for all others. */
    most_a_day: number | null
    /** Message templates in place of the built-in texts: the first for the transport and the language. Those of webinars have templates of their own. */
    templates: ({
      /** The language of the template; null for all languages without one. */
      language: string | null
      /** The id of the message template. */
      template_id: string
    })[]
  })[]
  /** When people get the e-mail with the notifications of a day, in their own zone. */
  digest_time?: string
  /** Pages to which notifications lead by a button: to the nearest of what they are about. Contents of templates have its address as `{{ link }}`. */
  object_links?: ({
    /** What the page shows. */
    to: 'submission' | 'certificate' | 'receipt' | 'subscription' | 'order' | 'lesson' | 'course'
    /** The address of the page, with the ids that it needs in braces. */
    url: string
  })[]
  /** What is recorded of e-mails that people open and follow. E-mails about topics with the basis `service` that are sent alone, such as receipts, have neither. */
  tracking?: {
    /** E-mails have a picture that tells when they are opened. */
    opens?: boolean
    /** Links of e-mails lead through the site of the school. */
    clicks?: boolean
    /** Parameters of links by which programs that count visits know a mailing. What a link says itself stays, and links that a value has made. */
    utm?: {
      /** `utm_source` of links of e-mails, which begins to mark them; null: they stay as they are. */
      source?: string | null
      /** `utm_medium` of these links. */
      medium?: string
      /** `utm_campaign` of these links; null for the name of the mailing or campaign. */
      campaign?: string | null
    }
  }
  /** The sender of e-mails. */
  email?: {
    /** The name of the sender; null for that of the school. */
    from_name?: string | null
    /** Null for the address of the installation. Its domain is an active one of the school, or below one; while it is not any more, e-mails come from the address of the installation, and answers go to this one. The mail server must be allowed to send for it. */
    from_address?: string | null
    /** The postal address of the school, in lines: with its name it stands under every e-mail that people can switch off. Where law asks for one (countries with such a law, by `country` of the section `site`), no mailing about such a topic starts without it. */
    postal_address?: string | null
    /** The address that gets the answers of people; null for from_address. */
    reply_to?: string | null
    /** The signature of e-mails in the name of the school. */
    dkim?: {
      /** The domain that signs: that of from_address, or one above it, and an active one of the school or below one. E-mails from another address are not signed. */
      domain?: string | null
      /** The key stands in DNS at `{selector}._domainkey.{domain}`. */
      selector?: string | null
      /** The private key that signs e-mails (RFC 6376), as PEM. Stored encrypted; answers show `set` in its place, or null. */
      private_key?: string | null
    }
  }
  /** The bot that writes to people in Telegram. */
  telegram?: {
    /** The token of the bot that writes to people; they have to have started it. Stored encrypted; answers show `set` in its place, or null. */
    bot_token?: string | null
  }
  /** The provider of text messages. */
  sms?: {
    /** Where text messages are posted as signed JSON; null for none. */
    url?: string | null
    /** Signs the requests, and the callbacks (Standard Webhooks): whsec_ and Base64. Stored encrypted; answers show `set` in its place, or null. */
    secret?: string | null
  }
  /** The provider of pushes. */
  push?: {
    /** Where pushes; `to` is the id of the person are posted as signed JSON; null for none. */
    url?: string | null
    /** Signs the requests, and the callbacks (Standard Webhooks): whsec_ and Base64. Stored encrypted; answers show `set` in its place, or null. */
    secret?: string | null
  }
  /** What exceeds them waits. Without one: 1500 for Telegram, which takes no more, and no limit for others. */
  rates?: ({
    /** The channel that the rate is for. */
    transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
    /** The maximum number of messages in a minute. */
    per_minute: number
  })[]
}

export interface CrmSettingsUpdate {
  /** What messages can be about; the basis of a topic decides who may get them. Default: `[{"key":"orders","name":"Orders and payments","basis":"service"},{"key":"study","name":"Courses and homework","basis":"service"},{"key":"news","name":"News and offers","basis":"consent"}]`. */
  topics?: ({
    /** The key by which messages name the topic. */
    key: string
    /** What people read in their preferences. */
    name: string
    /** service: what people need for what they have bought, they cannot switch it off. consent: only with a given consent of the channel. opt_out: until they switch it off. */
    basis: 'service' | 'consent' | 'opt_out'
  })[]
  /** The zone of people whose own zone is not known; null for that of the school, in the section `site`. Default: `null`. */
  time_zone?: string | null
  /** When people get no messages, in their own zone. Topics with the basis `service` are sent all the same. Default: `null`. */
  quiet_hours?: {
    /** The time of day at which the quiet hours begin. */
    from: string
    /** The time of day at which they end, on the next day if it is earlier. */
    to: string
  } | null
  /** They do not count messages of topics with the basis `service`. Default: `[]`. */
  frequency_caps?: ({
    /** The channel that the cap is for. */
    transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
    /** The maximum number of messages to a person */
    most: number
    /** in so many days. */
    days: number
  })[]
  /** What the platform tells people by itself. Those that are not named are sent by e-mail in the language of the person, except `order_created`, `access_granted` and `access_ends_soon`. Default: `[]`. */
  notifications?: ({
    /** The occasion on which the platform writes by itself. */
    kind: 'order_created' | 'order_paid' | 'gift_bought' | 'order_refunded' | 'receipt_issued' | 'subscription_renewed' | 'charge_failed' | 'subscription_ended' | 'homework_waits' | 'homework_sent' | 'homework_returned' | 'homework_accepted' | 'homework_overdue' | 'review_overdue' | 'homework_commented' | 'lesson_opened' | 'certificate_issued' | 'comment_answered' | 'access_granted' | 'webinar_registered' | 'webinar_left' | 'webinar_reminder' | 'webinar_moved' | 'webinar_canceled' | 'webinar_recording' | 'access_ends_soon'
    /** Whether people are told of it. Default: `true`. */
    send?: boolean
    /** Each person gets it by all of these. Default: `["email"]`. */
    transports?: ('email' | 'telegram' | 'sms' | 'push' | 'in_app')[]
    /** Whether e-mails of this kind wait for the one of the day, at `digest_time`. It has the built-in texts. Not for what is sent at a time of its own: reminders of webinars, ends of accesses. Default: `false`. */
    digest?: boolean
    /** Of `access_ends_soon`: the days before the end at which people are told. Default: `7`. */
    days_before?: number
    /** The maximum of this kind to a person in 24 hours, by each transport; the rest is skipped. Null for that of the platform: 20 for comments, 50 for all others. Default: `null`. */
    most_a_day?: number | null
    /** Message templates in place of the built-in texts: the first for the transport and the language. Those of webinars have templates of their own. Default: `[]`. */
    templates?: ({
      /** The language of the template; null for all languages without one. */
      language: string | null
      /** The id of the message template. */
      template_id: string
    })[]
  })[]
  /** When people get the e-mail with the notifications of a day, in their own zone. Default: `"08:00"`. */
  digest_time?: string
  /** Pages to which notifications lead by a button: to the nearest of what they are about. Contents of templates have its address as `{{ link }}`. Default: `[]`. */
  object_links?: ({
    /** What the page shows. */
    to: 'submission' | 'certificate' | 'receipt' | 'subscription' | 'order' | 'lesson' | 'course'
    /** The address of the page, with the ids that it needs in braces. */
    url: string
  })[]
  /** What is recorded of e-mails that people open and follow. E-mails about topics with the basis `service` that are sent alone, such as receipts, have neither. */
  tracking?: {
    /** E-mails have a picture that tells when they are opened. Default: `true`. */
    opens?: boolean
    /** Links of e-mails lead through the site of the school. Default: `true`. */
    clicks?: boolean
    /** Parameters of links by which programs that count visits know a mailing. What a link says itself stays, and links that a value has made. */
    utm?: {
      /** `utm_source` of links of e-mails, which begins to mark them; null: they stay as they are. Default: `null`. */
      source?: string | null
      /** `utm_medium` of these links. Default: `"email"`. */
      medium?: string
      /** `utm_campaign` of these links; null for the name of the mailing or campaign. Default: `null`. */
      campaign?: string | null
    }
  }
  /** The sender of e-mails. */
  email?: {
    /** The name of the sender; null for that of the school. Default: `null`. */
    from_name?: string | null
    /** Null for the address of the installation. Its domain is an active one of the school, or below one; while it is not any more, e-mails come from the address of the installation, and answers go to this one. The mail server must be allowed to send for it. Default: `null`. */
    from_address?: string | null
    /** The postal address of the school, in lines: with its name it stands under every e-mail that people can switch off. Where law asks for one (countries with such a law, by `country` of the section `site`), no mailing about such a topic starts without it. Default: `null`. */
    postal_address?: string | null
    /** The address that gets the answers of people; null for from_address. Default: `null`. */
    reply_to?: string | null
    /** The signature of e-mails in the name of the school. */
    dkim?: {
      /** The domain that signs: that of from_address, or one above it, and an active one of the school or below one. E-mails from another address are not signed. Default: `null`. */
      domain?: string | null
      /** The key stands in DNS at `{selector}._domainkey.{domain}`. Default: `null`. */
      selector?: string | null
      /** The private key that signs e-mails (RFC 6376), as PEM. Stored encrypted; answers show `set` in its place, or null. Default: `null`. */
      private_key?: string | null
    }
  }
  /** The bot that writes to people in Telegram. */
  telegram?: {
    /** The token of the bot that writes to people; they have to have started it. Stored encrypted; answers show `set` in its place, or null. Default: `null`. */
    bot_token?: string | null
  }
  /** The provider of text messages. */
  sms?: {
    /** Where text messages are posted as signed JSON; null for none. Default: `null`. */
    url?: string | null
    /** Signs the requests, and the callbacks (Standard Webhooks): whsec_ and Base64. Stored encrypted; answers show `set` in its place, or null. Default: `null`. */
    secret?: string | null
  }
  /** The provider of pushes. */
  push?: {
    /** Where pushes; `to` is the id of the person are posted as signed JSON; null for none. Default: `null`. */
    url?: string | null
    /** Signs the requests, and the callbacks (Standard Webhooks): whsec_ and Base64. Stored encrypted; answers show `set` in its place, or null. Default: `null`. */
    secret?: string | null
  }
  /** What exceeds them waits. Without one: 1500 for Telegram, which takes no more, and no limit for others. Default: `[]`. */
  rates?: ({
    /** The channel that the rate is for. */
    transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
    /** The maximum number of messages in a minute. */
    per_minute: number
  })[]
}

export interface ScenariosSettings {
  /** Signs the calls of nodes of the kind `http` (Standard Webhooks): `whsec_` and Base64, or any text. Stored encrypted; answers show `set` in its place, or null. */
  http_secret?: string | null
}

export interface ScenariosSettingsUpdate {
  /** Signs the calls of nodes of the kind `http` (Standard Webhooks): `whsec_` and Base64, or any text. Stored encrypted; answers show `set` in its place, or null. Default: `null`. */
  http_secret?: string | null
}

export interface Setting {
  /** The section: the name of the service that keeps and uses these settings. */
  id: string
  /** All settings of the section. Those that the school has not set have their defaults. */
  values: UsersSettings | CommerceSettings | CrmSettings | SiteSettings | ScenariosSettings | WebinarsSettings | AnalyticsSettings
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the settings last changed; null while all have their defaults. */
  updated_at: string | null
}

export interface SettingUpdate {
  /** The section: the name of the service that keeps and uses these settings. */
  id: string
  /** The settings to change. Objects are merged field by field; lists are replaced as a whole. */
  values: UsersSettingsUpdate | CommerceSettingsUpdate | CrmSettingsUpdate | SiteSettingsUpdate | ScenariosSettingsUpdate | WebinarsSettingsUpdate | AnalyticsSettingsUpdate
}

export interface SiteSettings {
  /** The language of the school, a BCP 47 tag: of its pages and forms, of new receipts, and of new people of whom none is known. Their own words are in English, German, Spanish, French or Russian. */
  language?: string
  /** The zone of the school: of people whose own is not known, of courses and subscriptions without one of their own, in messages, scenarios, webinars and figures, and of the times on its pages. */
  time_zone?: string
  /** The currency of new offers that name none; null for none: each names its own. */
  currency?: string | null
  /** Where the school is: the country of its receipts and of orders that name none. */
  country?: string | null
  /** The colors of public pages and e-mails. */
  colors?: {
    /** Of buttons and links. */
    primary?: string
    /** The color behind the text. */
    background?: string
    /** The color of running text. */
    text?: string
    /** Whether visitors whose device prefers dark pages see light text on a dark ground. The logo must be readable on both. */
    dark_mode?: boolean
  }
  /** A ready image, also the icon of the pages. */
  logo_file_id?: string | null
  /** The links at the head of each page, in order. */
  menu?: {
    /** What visitors read. */
    label: string
    /** Where it leads: a path of the site or an `https:` address. */
    target: string
  }[]
  /** At the end of each page; line breaks are kept. */
  footer?: string
  /** Whether search engines may list the pages. */
  search_engines?: boolean
  /** What visitors read at an address without a page. */
  not_found?: {
    /** Null for the words of the language. */
    title?: string | null
    /** Null for the words of the language. */
    text?: string | null
  }
}

export interface SiteSettingsUpdate {
  /** The language of the school, a BCP 47 tag: of its pages and forms, of new receipts, and of new people of whom none is known. Their own words are in English, German, Spanish, French or Russian. Default: `"en"`. */
  language?: string
  /** The zone of the school: of people whose own is not known, of courses and subscriptions without one of their own, in messages, scenarios, webinars and figures, and of the times on its pages. Default: `"UTC"`. */
  time_zone?: string
  /** The currency of new offers that name none; null for none: each names its own. Default: `null`. */
  currency?: string | null
  /** Where the school is: the country of its receipts and of orders that name none. Default: `null`. */
  country?: string | null
  /** The colors of public pages and e-mails. */
  colors?: {
    /** Of buttons and links. Default: `"#2347c5"`. */
    primary?: string
    /** The color behind the text. Default: `"#ffffff"`. */
    background?: string
    /** The color of running text. Default: `"#1c1e26"`. */
    text?: string
    /** Whether visitors whose device prefers dark pages see light text on a dark ground. The logo must be readable on both. Default: `false`. */
    dark_mode?: boolean
  }
  /** A ready image, also the icon of the pages. Default: `null`. */
  logo_file_id?: string | null
  /** The links at the head of each page, in order. Default: `[]`. */
  menu?: {
    /** What visitors read. */
    label: string
    /** Where it leads: a path of the site or an `https:` address. */
    target: string
  }[]
  /** At the end of each page; line breaks are kept. Default: `""`. */
  footer?: string
  /** Whether search engines may list the pages. Default: `true`. */
  search_engines?: boolean
  /** What visitors read at an address without a page. */
  not_found?: {
    /** Null for the words of the language. Default: `null`. */
    title?: string | null
    /** Null for the words of the language. Default: `null`. */
    text?: string | null
  }
}

export interface UsersSettings {
  /** How consents to messages come about. */
  consents?: {
    /** Whether a consent to e-mail that a form gives waits until the person confirms it by a link in an e-mail. Consents that staff record count at once. */
    double_opt_in?: boolean
  }
  /** The AI agent of the school. */
  agent?: {
    /** The model that answers for the agent: openai:<name> for any endpoint that speaks its chat completions, or anthropic:<name>. null: that of the platform, if it has one; else the built-in planner answers. */
    model?: string | null
    /** The address of the model, if not that of its maker. Another address drops the key. */
    model_url?: string | null
    /** The key for the model. Stored encrypted; answers show `set` in its place, or null. */
    model_key?: string | null
    /** Tokens that models may take in a day of UTC; then the planner answers. null: the bound of the platform, or none with a model of the school. */
    tokens_a_day?: number | null
    /** A change of more money than this needs the amount typed by who confirms it. In minor units, whatever the currency. null: no sum needs it. */
    typed_above?: number | null
  }
}

export interface UsersSettingsUpdate {
  /** How consents to messages come about. */
  consents?: {
    /** Whether a consent to e-mail that a form gives waits until the person confirms it by a link in an e-mail. Consents that staff record count at once. Default: `true`. */
    double_opt_in?: boolean
  }
  /** The AI agent of the school. */
  agent?: {
    /** The model that answers for the agent: openai:<name> for any endpoint that speaks its chat completions, or anthropic:<name>. null: that of the platform, if it has one; else the built-in planner answers. Default: `null`. */
    model?: string | null
    /** The address of the model, if not that of its maker. Another address drops the key. Default: `null`. */
    model_url?: string | null
    /** The key for the model. Stored encrypted; answers show `set` in its place, or null. Default: `null`. */
    model_key?: string | null
    /** Tokens that models may take in a day of UTC; then the planner answers. null: the bound of the platform, or none with a model of the school. Default: `null`. */
    tokens_a_day?: number | null
    /** A change of more money than this needs the amount typed by who confirms it. In minor units, whatever the currency. null: no sum needs it. Default: `null`. */
    typed_above?: number | null
  }
}

export interface WebinarsSettings {
  /** The BigBlueButton server of the school. */
  bigbluebutton?: {
    /** The server of the school, as `bbb-conf --secret` shows it; null for none. */
    url?: string | null
    /** The shared secret of the server, which signs calls and callbacks. Stored encrypted; answers show `set` in its place, or null. */
    secret?: string | null
  }
  /** The LiveKit server of the school. */
  livekit?: {
    /** The server of the school; null for none. */
    url?: string | null
    /** The name of the key. */
    api_key?: string | null
    /** The secret of the key, which signs entries, calls and callbacks. Stored encrypted; answers show `set` in its place, or null. */
    api_secret?: string | null
    /** The page on which participants see the video. It gets `liveKitUrl` and `token`, as that of LiveKit Meet does. */
    page_url?: string | null
    /** Where the files that the egress of the server stores are watched, each by its name; null for the places that the server names. */
    recordings_url?: string | null
  }
}

export interface WebinarsSettingsUpdate {
  /** The BigBlueButton server of the school. */
  bigbluebutton?: {
    /** The server of the school, as `bbb-conf --secret` shows it; null for none. Default: `null`. */
    url?: string | null
    /** The shared secret of the server, which signs calls and callbacks. Stored encrypted; answers show `set` in its place, or null. Default: `null`. */
    secret?: string | null
  }
  /** The LiveKit server of the school. */
  livekit?: {
    /** The server of the school; null for none. Default: `null`. */
    url?: string | null
    /** The name of the key. Default: `null`. */
    api_key?: string | null
    /** The secret of the key, which signs entries, calls and callbacks. Stored encrypted; answers show `set` in its place, or null. Default: `null`. */
    api_secret?: string | null
    /** The page on which participants see the video. It gets `liveKitUrl` and `token`, as that of LiveKit Meet does. Default: `"https://meet.livekit.io/custom"`. */
    page_url?: string | null
    /** Where the files that the egress of the server stores are watched, each by its name; null for the places that the server names. Default: `null`. */
    recordings_url?: string | null
  }
}

/** The query of the list of Setting. */
export interface SettingListQuery extends PageQuery {
  updated_at?: TimeFilter
  id?: OneOrMany<string>
}

/** Why `settings.list` can be refused. */
export type SettingsListReason = CommonReason
/** List the settings of the school by section. GET /v1/settings; needs settings:read. */
export function list(client: Caller, query: SettingListQuery = {}, options: RequestOptions = {}): ListPromise<Setting, SettingsListReason> {
  return client.list({ method: 'GET', path: '/v1/settings', query }, options)
}

/** Why `settings.update` can be refused. */
export type SettingsUpdateReason = CommonReason | 'settings_section_unknown' | 'settings_invalid'
/** Change settings of one section; settings that are not sent keep their values. PATCH /v1/settings; needs settings:write. */
export function update(client: Caller, body: SettingUpdate, options: RequestOptions = {}): ApiPromise<Setting, SettingsUpdateReason> {
  return client.call({ method: 'PATCH', path: '/v1/settings', body }, options)
}

/** The operations of `settings` with a client. */
export class SettingsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the settings of the school by section. GET /v1/settings; needs settings:read. */
  list(query: SettingListQuery = {}, options: RequestOptions = {}): ListPromise<Setting, SettingsListReason> {
    return list(this.#client, query, options)
  }
  /** Change settings of one section; settings that are not sent keep their values. PATCH /v1/settings; needs settings:write. */
  update(body: SettingUpdate, options: RequestOptions = {}): ApiPromise<Setting, SettingsUpdateReason> {
    return update(this.#client, body, options)
  }}
