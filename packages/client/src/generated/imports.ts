// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Import {
  /** The id of the import. */
  id: string
  /** people: rows of a file. course: the items of a package (POST /v1/courses/import). */
  kind: 'people' | 'course'
  /** A ready file of at most 100 MiB, with a header: comma-separated values in UTF-8, UTF-16, Windows-1251 or -1252, or a workbook (.xlsx), of which the first visible sheet counts. Or a package. */
  file_id: string
  /** The field of a person for each column of the file, in its order; null leaves the column out. Where none is sent, it is guessed from the headings, also of other programs and of custom fields by their labels, and from the first rows. Empty for packages. */
  mapping: ({
    /** The heading of the column in the file. */
    column: string
    /** What its values are; null to leave the column out. `email`: the e-mail; `phone`: the phone; without a country code one of `country`, or else of the country of the school; `first_name`: the first name; `last_name`: the last name; `full_name`: the whole name; its first word is the first name; `locale`: the language: a tag or a name of it; `time_zone`: the time zone, as `Europe/Berlin`; `country`: the country of the phone: a code or a name; `tags`: names of tags, between commas or semicolons; new ones are created; `groups`: names of groups, between commas or semicolons; new ones are created; `signed_up_at`: when the person came: the `created_at` of a new person; `email_status`: `subscribed` becomes a consent, `unsubscribed` and `cleaned` (or `bounced`) entries of the list of suppressions; `subscribed_at`: when the person subscribed; counts as subscribed where nothing else is said; `consent_version`: the version of the text that a subscriber agreed to; `imported` where none is said; `unsubscribed`: `yes` counts as unsubscribed; `unsubscribed_at`: when the person unsubscribed; counts as unsubscribed; `bounced_at`: since when the address takes nothing; counts as cleaned; `course`: a course that the person gets access to: its id or its title; `access_starts_at`: when the access to the course begins; `access_expires_at`: when the access to the course ends; a day is over at its end; `completed_at`: when the person completed the course; `progress_percent`: how much of the course the person has done, from 0 to 100; `certificate_number`: the number of the certificate of the course, which its public check finds; `certificate_issued_at`: when the certificate was issued; by default when the course was completed; `offer`: an offer that the person bought before: its id or its name; `order_number`: the number of the order in the other program; the same order is taken once; `order_amount`: what was paid, as 49.90; `order_currency`: the currency of it, as EUR; by default that of the offer; `order_status`: `paid` or `refunded`; orders in other states are left out; `ordered_at`: when it was ordered; by default when it was paid; `order_paid_at`: when it was paid; by default when it was ordered; `order_refunded_amount`: how much of it was returned; by default all of an order that is refunded; `order_refunded_at`: when it was returned; by default when it was paid; `stripe_subscription_id`: a running subscription at Stripe, as `sub_…`, that keeps the access to the offer; `stripe_customer_id`: its customer, as `cus_…`; where it is another one, the subscription is left out; `stripe_price_id`: its price, as `price_…`; where it is another one, the subscription is left out. */
    field: string | null
  })[]
  /** What becomes of a person who is there already: fill_empty sets fields without a value, overwrite all that the row has a value for, skip none. Null for packages. */
  on_match: 'fill_empty' | 'overwrite' | 'skip' | null
  /** Tags and groups for all people of the file, also those who were there before. */
  add: {
    /** The tags that each person gets. */
    tags: string[]
    /** The groups that each person joins. */
    groups: string[]
  }
  /** A consent that all people of the file have given. */
  consent: {
    /** The way by which the school may reach the people. */
    channel: 'email' | 'sms' | 'phone' | 'messenger' | 'push' | 'post'
    /** The version of the text that the people agreed to. */
    text_version: string
    /** Where they gave it: an earlier system, a list on paper. */
    source: string
  } | null
  /** Counts and reports the same as a run, and changes nobody. */
  dry_run: boolean
  /** How the file encodes its characters; null to find out. */
  encoding: string | null
  /** What separates the columns; null to find out. */
  delimiter: 'comma' | 'semicolon' | 'tab' | 'pipe' | null
  /** The state of the import; `failed` keeps what it had entered before. */
  status: 'queued' | 'running' | 'finished' | 'failed'
  /** What the rows before have done stays. caller_without_right: who ordered it may not change people any more. file_missing: the file was deleted. file_malformed: a row does not end within 64 KB or before the end of the file, as after an unclosed quote, or a workbook cannot be read. too_many_rows: the file has more than 1,000,000. file_too_large: a workbook has more than 256 MiB of text. package_refused: the file is no package that can be imported; see errors. courses_limit_reached: the school has as many courses as it may. unavailable: a service was unavailable for too long. */
  failure: 'caller_without_right' | 'file_missing' | 'file_malformed' | 'too_many_rows' | 'file_too_large' | 'package_refused' | 'courses_limit_reached' | 'unavailable' | null
  /** What became of the rows so far: each is created, updated, unchanged, empty or an error. */
  counts: {
    /** Rows that were read; the items of a package. */
    rows: number
    /** People, or items of a course, that are new. */
    created: number
    /** Rows that changed a person. */
    updated: number
    /** Rows of a person without a change. */
    unchanged: number
    /** Rows that nothing came of: they have no contact that can be taken. */
    errors: number
    /** Rows without any value. */
    empty: number
    /** Values that were left out or changed; the rest of their rows was taken. */
    warnings: number
    /** Rows whose person has access to the course of the row now, or had it before. */
    accesses: number
    /** Rows whose person has completed the course of the row. */
    completions: number
    /** Rows whose person has a certificate of the course of the row. */
    certificates: number
    /** Rows whose past order is here now. */
    orders: number
    /** Rows whose running subscription is here now; its provider goes on charging it, and nobody else does. */
    subscriptions: number
    /** Rows whose contact belongs to a person with another name. */
    matched_with_other_name: number
  }
  /** The key or session that ordered the import. */
  key_id: string
  /** The person who ordered it; null for a key without one. */
  user_id: string | null
  /** The course that a package has become. */
  course_id: string | null
  /** When the import finished; null if it has not. */
  finished_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the import was created. */
  created_at: string
  /** When the import last changed. */
  updated_at: string
  /** The first errors and warnings; `errors_url` has all of them. */
  errors: ({
    /** The number of the row in the file, without the header; of the item in a package. */
    row: number
    /** The column, or the place in a package; null for the whole row. */
    column: string | null
    /** error: nothing came of the row. warning: the value was left out or changed, the rest of the row was taken. */
    severity: 'error' | 'warning'
    /** What is wrong with the row, and what is taken. */
    message: string
  })[]
  /** What becomes of each column of the file. Empty for packages. */
  columns: ({
    /** The heading of the column. */
    column: string
    /** What its values are; null for a column that is left out. */
    field: string | null
    /** Cells of the column that are not empty, so far. */
    values: number
    /** Those of them that were left out or changed. */
    warnings: number
    /** Why the column is left out; null for one that is taken. */
    reason: string | null
  })[]
  /** What became of each item of a package; null for people, and until the package is read. */
  report: {
    /** All items of the package, counted by what they are. */
    kinds: ({
      /** What the items are. */
      kind: 'course' | 'module' | 'lesson' | 'block' | 'page' | 'file' | 'link' | 'discussion' | 'quiz' | 'question' | 'question_bank' | 'assignment' | 'rubric' | 'tool' | 'settings' | 'other'
      /** Items in the package: the sum of the other three. */
      found: number
      /** Items that are in the course as they were. */
      taken: number
      /** Items that are there in another form, or without a part. */
      changed: number
      /** Items of which nothing is there. */
      left_out: number
    })[]
    /** The items in the order of the package. Of a large one those that are not taken as they were go first. */
    items: ({
      /** The number of the item in the package, as errors have it. */
      row: number
      /** What the item is. */
      kind: 'course' | 'module' | 'lesson' | 'block' | 'page' | 'file' | 'link' | 'discussion' | 'quiz' | 'question' | 'question_bank' | 'assignment' | 'rubric' | 'tool' | 'settings' | 'other'
      /** Its title or place in the package. */
      name: string
      /** taken: all of it is in the course. changed: it is there in another form, or without a part; see notes. left_out: nothing of it is there; the notes say why. */
      outcome: 'taken' | 'changed' | 'left_out'
      /** What is different, and why. */
      notes: string[]
    })[]
  } | null
  /** The first rows that matched a person with another name: look whether they are the same. */
  other_names: ({
    /** The number of the row in the file, without the header; of the item in a package. */
    row: number
    /** The id of the person with the other name; null for a person of the same dry run. */
    user_id: string | null
  })[]
  /** Where to download all rows with errors or warnings as csv, without a credential: their cells as they were, with the problem behind them, to be corrected and imported again. Null without any, and when it has expired. */
  errors_url: string | null
  /** When the list of errors is deleted; null without one. */
  errors_expire_at: string | null
}

export interface ImportCreate {
  /** A ready file of at most 100 MiB, with a header: comma-separated values in UTF-8, UTF-16, Windows-1251 or -1252, or a workbook (.xlsx), of which the first visible sheet counts. Or a package. */
  file_id: string
  /** Fields by the names of columns; columns with one name are named one after the other. Columns that are not named are left out. Null: guess. Default: `null`. */
  mapping?: ({
    /** The heading of the column in the file. */
    column: string
    /** What its values are; null to leave the column out. */
    field: string | null
  })[] | null
  /** What becomes of a person who is there already: fill_empty sets fields without a value, overwrite all that the row has a value for, skip none. Default: `"fill_empty"`. */
  on_match?: 'fill_empty' | 'overwrite' | 'skip'
  /** Tags and groups for all people of the file, also those who were there before. Default: `{"tags":[],"groups":[]}`. */
  add?: {
    /** The tags that each person gets. Default: `[]`. */
    tags?: string[]
    /** The groups that each person joins. Default: `[]`. */
    groups?: string[]
  }
  /** A consent that all people of the file have given. Default: `null`. */
  consent?: {
    /** The way by which the school may reach the people. */
    channel: 'email' | 'sms' | 'phone' | 'messenger' | 'push' | 'post'
    /** The version of the text that the people agreed to. */
    text_version: string
    /** Where they gave it: an earlier system, a list on paper. */
    source: string
  } | null
  /** Counts and reports the same as a run, and changes nobody. Default: `false`. */
  dry_run?: boolean
}

export interface ImportSummary {
  /** The id of the import. */
  id: string
  /** people: rows of a file. course: the items of a package (POST /v1/courses/import). */
  kind: 'people' | 'course'
  /** A ready file of at most 100 MiB, with a header: comma-separated values in UTF-8, UTF-16, Windows-1251 or -1252, or a workbook (.xlsx), of which the first visible sheet counts. Or a package. */
  file_id: string
  /** The field of a person for each column of the file, in its order; null leaves the column out. Where none is sent, it is guessed from the headings, also of other programs and of custom fields by their labels, and from the first rows. Empty for packages. */
  mapping: ({
    /** The heading of the column in the file. */
    column: string
    /** What its values are; null to leave the column out. `email`: the e-mail; `phone`: the phone; without a country code one of `country`, or else of the country of the school; `first_name`: the first name; `last_name`: the last name; `full_name`: the whole name; its first word is the first name; `locale`: the language: a tag or a name of it; `time_zone`: the time zone, as `Europe/Berlin`; `country`: the country of the phone: a code or a name; `tags`: names of tags, between commas or semicolons; new ones are created; `groups`: names of groups, between commas or semicolons; new ones are created; `signed_up_at`: when the person came: the `created_at` of a new person; `email_status`: `subscribed` becomes a consent, `unsubscribed` and `cleaned` (or `bounced`) entries of the list of suppressions; `subscribed_at`: when the person subscribed; counts as subscribed where nothing else is said; `consent_version`: the version of the text that a subscriber agreed to; `imported` where none is said; `unsubscribed`: `yes` counts as unsubscribed; `unsubscribed_at`: when the person unsubscribed; counts as unsubscribed; `bounced_at`: since when the address takes nothing; counts as cleaned; `course`: a course that the person gets access to: its id or its title; `access_starts_at`: when the access to the course begins; `access_expires_at`: when the access to the course ends; a day is over at its end; `completed_at`: when the person completed the course; `progress_percent`: how much of the course the person has done, from 0 to 100; `certificate_number`: the number of the certificate of the course, which its public check finds; `certificate_issued_at`: when the certificate was issued; by default when the course was completed; `offer`: an offer that the person bought before: its id or its name; `order_number`: the number of the order in the other program; the same order is taken once; `order_amount`: what was paid, as 49.90; `order_currency`: the currency of it, as EUR; by default that of the offer; `order_status`: `paid` or `refunded`; orders in other states are left out; `ordered_at`: when it was ordered; by default when it was paid; `order_paid_at`: when it was paid; by default when it was ordered; `order_refunded_amount`: how much of it was returned; by default all of an order that is refunded; `order_refunded_at`: when it was returned; by default when it was paid; `stripe_subscription_id`: a running subscription at Stripe, as `sub_…`, that keeps the access to the offer; `stripe_customer_id`: its customer, as `cus_…`; where it is another one, the subscription is left out; `stripe_price_id`: its price, as `price_…`; where it is another one, the subscription is left out. */
    field: string | null
  })[]
  /** What becomes of a person who is there already: fill_empty sets fields without a value, overwrite all that the row has a value for, skip none. Null for packages. */
  on_match: 'fill_empty' | 'overwrite' | 'skip' | null
  /** Tags and groups for all people of the file, also those who were there before. */
  add: {
    /** The tags that each person gets. */
    tags: string[]
    /** The groups that each person joins. */
    groups: string[]
  }
  /** A consent that all people of the file have given. */
  consent: {
    /** The way by which the school may reach the people. */
    channel: 'email' | 'sms' | 'phone' | 'messenger' | 'push' | 'post'
    /** The version of the text that the people agreed to. */
    text_version: string
    /** Where they gave it: an earlier system, a list on paper. */
    source: string
  } | null
  /** Counts and reports the same as a run, and changes nobody. */
  dry_run: boolean
  /** How the file encodes its characters; null to find out. */
  encoding: string | null
  /** What separates the columns; null to find out. */
  delimiter: 'comma' | 'semicolon' | 'tab' | 'pipe' | null
  /** The state of the import; `failed` keeps what it had entered before. */
  status: 'queued' | 'running' | 'finished' | 'failed'
  /** What the rows before have done stays. caller_without_right: who ordered it may not change people any more. file_missing: the file was deleted. file_malformed: a row does not end within 64 KB or before the end of the file, as after an unclosed quote, or a workbook cannot be read. too_many_rows: the file has more than 1,000,000. file_too_large: a workbook has more than 256 MiB of text. package_refused: the file is no package that can be imported; see errors. courses_limit_reached: the school has as many courses as it may. unavailable: a service was unavailable for too long. */
  failure: 'caller_without_right' | 'file_missing' | 'file_malformed' | 'too_many_rows' | 'file_too_large' | 'package_refused' | 'courses_limit_reached' | 'unavailable' | null
  /** What became of the rows so far: each is created, updated, unchanged, empty or an error. */
  counts: {
    /** Rows that were read; the items of a package. */
    rows: number
    /** People, or items of a course, that are new. */
    created: number
    /** Rows that changed a person. */
    updated: number
    /** Rows of a person without a change. */
    unchanged: number
    /** Rows that nothing came of: they have no contact that can be taken. */
    errors: number
    /** Rows without any value. */
    empty: number
    /** Values that were left out or changed; the rest of their rows was taken. */
    warnings: number
    /** Rows whose person has access to the course of the row now, or had it before. */
    accesses: number
    /** Rows whose person has completed the course of the row. */
    completions: number
    /** Rows whose person has a certificate of the course of the row. */
    certificates: number
    /** Rows whose past order is here now. */
    orders: number
    /** Rows whose running subscription is here now; its provider goes on charging it, and nobody else does. */
    subscriptions: number
    /** Rows whose contact belongs to a person with another name. */
    matched_with_other_name: number
  }
  /** The key or session that ordered the import. */
  key_id: string
  /** The person who ordered it; null for a key without one. */
  user_id: string | null
  /** The course that a package has become. */
  course_id: string | null
  /** When the import finished; null if it has not. */
  finished_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the import was created. */
  created_at: string
  /** When the import last changed. */
  updated_at: string
}

export type ImportSort = 'created_at' | '-created_at'
/** The query of the list of Import. */
export interface ImportListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<ImportSort>
  kind?: OneOrMany<'people' | 'course'>
  file_id?: OneOrMany<string>
  on_match?: OneOrMany<'fill_empty' | 'overwrite' | 'skip'>
  dry_run?: OneOrMany<boolean>
  delimiter?: OneOrMany<'comma' | 'semicolon' | 'tab' | 'pipe'>
  status?: OneOrMany<'queued' | 'running' | 'finished' | 'failed'>
  failure?: OneOrMany<'caller_without_right' | 'file_missing' | 'file_malformed' | 'too_many_rows' | 'file_too_large' | 'package_refused' | 'courses_limit_reached' | 'unavailable'>
  user_id?: OneOrMany<string>
  course_id?: OneOrMany<string>
  finished_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `imports.list` can be refused. */
export type ImportsListReason = CommonReason
/** List imports. GET /v1/imports; needs imports:read. */
export function list(client: Caller, query: ImportListQuery = {}, options: RequestOptions = {}): ListPromise<ImportSummary, ImportsListReason> {
  return client.list({ method: 'GET', path: '/v1/imports', query }, options)
}

/** Why `imports.create` can be refused. */
export type ImportsCreateReason = CommonReason | 'import_beyond_own' | 'import_file_refused' | 'import_mapping_refused' | 'imports_limit_reached'
/** Import people from a file; with dry_run nothing changes. People are matched by e-mail, then phone, never by name. POST /v1/imports; needs imports:write. */
export function create(client: Caller, body: ImportCreate, options: RequestOptions = {}): ApiPromise<ImportSummary, ImportsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/imports', body }, options)
}

/** Why `imports.get` can be refused. */
export type ImportsGetReason = CommonReason
/** Get the state of an import, its counts, and its errors by row. GET /v1/imports/{id}; needs imports:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Import, ImportsGetReason> {
  return client.call({ method: 'GET', path: `/v1/imports/${encodeURIComponent(id)}` }, options)
}

/** The operations of `imports` with a client. */
export class ImportsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List imports. GET /v1/imports; needs imports:read. */
  list(query: ImportListQuery = {}, options: RequestOptions = {}): ListPromise<ImportSummary, ImportsListReason> {
    return list(this.#client, query, options)
  }
  /** Import people from a file; with dry_run nothing changes. People are matched by e-mail, then phone, never by name. POST /v1/imports; needs imports:write. */
  create(body: ImportCreate, options: RequestOptions = {}): ApiPromise<ImportSummary, ImportsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get the state of an import, its counts, and its errors by row. GET /v1/imports/{id}; needs imports:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Import, ImportsGetReason> {
    return get(this.#client, id, options)
  }}
