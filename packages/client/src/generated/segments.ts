// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedSegment {
  /** The id of the segment. */
  id: string
  /** Always true: the segment was deleted. */
  deleted: true
}

export interface Segment {
  /** The id of the segment. */
  id: string
  /** What staff read when they choose an audience. */
  name: string
  /** A note of staff on the purpose of the segment. */
  description: string
  /** A tree of at most 50 leaves and 5 levels. {"and": [rules]}, {"or": [rules]} and {"not": rule} join rules. Leaves about what is true: {"field": "email" or "custom.<name>", one of "equals", "in", "exists": true, "contains", "starts", "ends", "at_least"/"at_most", "since"/"before", "date", "anniversary"}; {"tag": id}; {"group": id}; {"consent": channel}; {"access": course id, "ends": {"since"/"before"}}; {"segment": id}; {"reachable": topic, "by": transport}: may be written to about the topic; {"spent": currency, "at_least"/"at_most": minor unit}. Leaves about events: {"event": type, "where": {properties}, "at_least": times, "within_days": days}; {"did_not": type, "where", "within_days"}; {"first": type, "where", "since"/"before"}; {"last": type, "where", "since"/"before"}. "where" names what the event was about or how it came out, as far as its type has it: offer_id, course_id, lesson_id, group_id, tag_id, form_id, webinar_id, assignment_id, quiz_id, mailing_id, campaign_id, amount, percent, score, rating, days_late, live_seconds, recording_percent, currency, topic, transport, passed. A number is {"at_least"/"at_most"}; several properties must belong to one event. Without days, with one id, or with none, everything that ever happened counts; with other properties the last 400 days. "after": {"first" or "last": type, "where": {one id}} lets the days begin with another event: {"did_not": "lesson.completed", "where": {"lesson_id": id}, "within_days": 7, "after": {"first": "order.paid"}} holds once the seven days are over, and of nobody without that event. "date" is {"month": 1 to 12 or "this", "day", "year", "weekday": "monday", "zone"}; "anniversary" is {"within_days": 0 for today, "zone"}, and of 29 February the 28th where a year has none. A moment is {"at": time}, {"on": date, "zone": zone} or {"days_ago": days, "zone": zone}: with a zone whole days are counted, from midnight there. Texts are compared in whatever case they are written: "Ann@School.example" is "ann@school.example". A value fits the field: a text, a number, true or false, a date, one of its options, a role. */
  rule: Record<string, unknown>
  /** While a new rule is being applied to all people, it is building; the members are still those of the old rule. */
  status: 'building' | 'ready'
  /** The number of members now. */
  size: number
  /** When a rule was last applied to all people; null for never. */
  computed_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the segment was created. */
  created_at: string
  /** When the segment last changed. */
  updated_at: string
}

export interface SegmentCreate {
  /** What staff read when they choose an audience. */
  name: string
  /** A note of staff on the purpose of the segment. Default: `""`. */
  description?: string
  /** A tree of at most 50 leaves and 5 levels. {"and": [rules]}, {"or": [rules]} and {"not": rule} join rules. Leaves about what is true: {"field": "email" or "custom.<name>", one of "equals", "in", "exists": true, "contains", "starts", "ends", "at_least"/"at_most", "since"/"before", "date", "anniversary"}; {"tag": id}; {"group": id}; {"consent": channel}; {"access": course id, "ends": {"since"/"before"}}; {"segment": id}; {"reachable": topic, "by": transport}: may be written to about the topic; {"spent": currency, "at_least"/"at_most": minor unit}. Leaves about events: {"event": type, "where": {properties}, "at_least": times, "within_days": days}; {"did_not": type, "where", "within_days"}; {"first": type, "where", "since"/"before"}; {"last": type, "where", "since"/"before"}. "where" names what the event was about or how it came out, as far as its type has it: offer_id, course_id, lesson_id, group_id, tag_id, form_id, webinar_id, assignment_id, quiz_id, mailing_id, campaign_id, amount, percent, score, rating, days_late, live_seconds, recording_percent, currency, topic, transport, passed. A number is {"at_least"/"at_most"}; several properties must belong to one event. Without days, with one id, or with none, everything that ever happened counts; with other properties the last 400 days. "after": {"first" or "last": type, "where": {one id}} lets the days begin with another event: {"did_not": "lesson.completed", "where": {"lesson_id": id}, "within_days": 7, "after": {"first": "order.paid"}} holds once the seven days are over, and of nobody without that event. "date" is {"month": 1 to 12 or "this", "day", "year", "weekday": "monday", "zone"}; "anniversary" is {"within_days": 0 for today, "zone"}, and of 29 February the 28th where a year has none. A moment is {"at": time}, {"on": date, "zone": zone} or {"days_ago": days, "zone": zone}: with a zone whole days are counted, from midnight there. Texts are compared in whatever case they are written: "Ann@School.example" is "ann@school.example". A value fits the field: a text, a number, true or false, a date, one of its options, a role. */
  rule: Record<string, unknown>
}

export interface SegmentPreviewRequest {
  /** A tree of at most 50 leaves and 5 levels. {"and": [rules]}, {"or": [rules]} and {"not": rule} join rules. Leaves about what is true: {"field": "email" or "custom.<name>", one of "equals", "in", "exists": true, "contains", "starts", "ends", "at_least"/"at_most", "since"/"before", "date", "anniversary"}; {"tag": id}; {"group": id}; {"consent": channel}; {"access": course id, "ends": {"since"/"before"}}; {"segment": id}; {"reachable": topic, "by": transport}: may be written to about the topic; {"spent": currency, "at_least"/"at_most": minor unit}. Leaves about events: {"event": type, "where": {properties}, "at_least": times, "within_days": days}; {"did_not": type, "where", "within_days"}; {"first": type, "where", "since"/"before"}; {"last": type, "where", "since"/"before"}. "where" names what the event was about or how it came out, as far as its type has it: offer_id, course_id, lesson_id, group_id, tag_id, form_id, webinar_id, assignment_id, quiz_id, mailing_id, campaign_id, amount, percent, score, rating, days_late, live_seconds, recording_percent, currency, topic, transport, passed. A number is {"at_least"/"at_most"}; several properties must belong to one event. Without days, with one id, or with none, everything that ever happened counts; with other properties the last 400 days. "after": {"first" or "last": type, "where": {one id}} lets the days begin with another event: {"did_not": "lesson.completed", "where": {"lesson_id": id}, "within_days": 7, "after": {"first": "order.paid"}} holds once the seven days are over, and of nobody without that event. "date" is {"month": 1 to 12 or "this", "day", "year", "weekday": "monday", "zone"}; "anniversary" is {"within_days": 0 for today, "zone"}, and of 29 February the 28th where a year has none. A moment is {"at": time}, {"on": date, "zone": zone} or {"days_ago": days, "zone": zone}: with a zone whole days are counted, from midnight there. Texts are compared in whatever case they are written: "Ann@School.example" is "ann@school.example". A value fits the field: a text, a number, true or false, a date, one of its options, a role. */
  rule: Record<string, unknown>
  /** The person for whom the rule is explained, with the permission users:read. */
  user_id?: string
}

export interface SegmentPreviewResult {
  /** The number of people for whom the rule holds now. */
  count: number
  /** False if the count had to end before all people were seen; then there are more. */
  exact: boolean
  /** Some of the people. */
  sample: string[]
  /** How the rule comes out for the person; null if none is named. */
  person: {
    /** The id of the user. */
    user_id: string
    /** Whether the rule holds for the person. */
    holds: boolean
    /** When time alone changes the answer; null for never. */
    changes_at: string | null
    /** What each part of the rule has read of the person. */
    leaves: ({
      /** The place of the leaf in the rule: and.0.not */
      path: string
      /** The value that this part of the rule has read, a text of a field in lower case, as it is compared; null for none. */
      value: string | number | boolean | null
      /** Whether this part of the rule holds for the person. */
      holds: boolean
      /** When time alone changes the answer; null for never. */
      changes_at: string | null
    })[]
  } | null
}

export interface SegmentUpdate {
  /** What staff read when they choose an audience. */
  name?: string
  /** A note of staff on the purpose of the segment. */
  description?: string
  /** A tree of at most 50 leaves and 5 levels. {"and": [rules]}, {"or": [rules]} and {"not": rule} join rules. Leaves about what is true: {"field": "email" or "custom.<name>", one of "equals", "in", "exists": true, "contains", "starts", "ends", "at_least"/"at_most", "since"/"before", "date", "anniversary"}; {"tag": id}; {"group": id}; {"consent": channel}; {"access": course id, "ends": {"since"/"before"}}; {"segment": id}; {"reachable": topic, "by": transport}: may be written to about the topic; {"spent": currency, "at_least"/"at_most": minor unit}. Leaves about events: {"event": type, "where": {properties}, "at_least": times, "within_days": days}; {"did_not": type, "where", "within_days"}; {"first": type, "where", "since"/"before"}; {"last": type, "where", "since"/"before"}. "where" names what the event was about or how it came out, as far as its type has it: offer_id, course_id, lesson_id, group_id, tag_id, form_id, webinar_id, assignment_id, quiz_id, mailing_id, campaign_id, amount, percent, score, rating, days_late, live_seconds, recording_percent, currency, topic, transport, passed. A number is {"at_least"/"at_most"}; several properties must belong to one event. Without days, with one id, or with none, everything that ever happened counts; with other properties the last 400 days. "after": {"first" or "last": type, "where": {one id}} lets the days begin with another event: {"did_not": "lesson.completed", "where": {"lesson_id": id}, "within_days": 7, "after": {"first": "order.paid"}} holds once the seven days are over, and of nobody without that event. "date" is {"month": 1 to 12 or "this", "day", "year", "weekday": "monday", "zone"}; "anniversary" is {"within_days": 0 for today, "zone"}, and of 29 February the 28th where a year has none. A moment is {"at": time}, {"on": date, "zone": zone} or {"days_ago": days, "zone": zone}: with a zone whole days are counted, from midnight there. Texts are compared in whatever case they are written: "Ann@School.example" is "ann@school.example". A value fits the field: a text, a number, true or false, a date, one of its options, a role. */
  rule?: Record<string, unknown>
}

export type SegmentSort = 'created_at' | '-created_at' | 'name' | '-name'
/** The query of the list of Segment. */
export interface SegmentListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<SegmentSort>
  /** Words to search for. */
  q?: string
  status?: OneOrMany<'building' | 'ready'>
  computed_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `segments.list` can be refused. */
export type SegmentsListReason = CommonReason
/** List segments. GET /v1/segments; needs segments:read. */
export function list(client: Caller, query: SegmentListQuery = {}, options: RequestOptions = {}): ListPromise<Segment, SegmentsListReason> {
  return client.list({ method: 'GET', path: '/v1/segments', query }, options)
}

/** Why `segments.create` can be refused. */
export type SegmentsCreateReason = CommonReason | 'segment_unknown' | 'rule_invalid' | 'segments_limit_reached'
/** Create a segment. POST /v1/segments; needs segments:write. */
export function create(client: Caller, body: SegmentCreate, options: RequestOptions = {}): ApiPromise<Segment, SegmentsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/segments', body }, options)
}

/** Why `segments.get` can be refused. */
export type SegmentsGetReason = CommonReason
/** Get a segment. GET /v1/segments/{id}; needs segments:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Segment, SegmentsGetReason> {
  return client.call({ method: 'GET', path: `/v1/segments/${encodeURIComponent(id)}` }, options)
}

/** Why `segments.update` can be refused. */
export type SegmentsUpdateReason = CommonReason | 'segment_unknown' | 'rule_invalid' | 'segment_cycle'
/** Change a segment; the members change once a changed rule has been applied to all people. PATCH /v1/segments/{id}; needs segments:write. */
export function update(client: Caller, id: string, body: SegmentUpdate = {}, options: RequestOptions = {}): ApiPromise<Segment, SegmentsUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/segments/${encodeURIComponent(id)}`, body }, options)
}

/** Why `segments.delete` can be refused. */
export type SegmentsDeleteReason = CommonReason | 'segment_in_use'
/** Delete a segment that is not used by another segment's rule. DELETE /v1/segments/{id}; needs segments:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedSegment, SegmentsDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/segments/${encodeURIComponent(id)}` }, options)
}

/** Why `segments.preview` can be refused. */
export type SegmentsPreviewReason = CommonReason | 'user_unknown' | 'segment_unknown' | 'rule_invalid'
/** Preview a rule without saving it: count its people, show some, and explain it for one person. POST /v1/segments/preview; needs segments:read. */
export function preview(client: Caller, body: SegmentPreviewRequest, options: RequestOptions = {}): ApiPromise<SegmentPreviewResult, SegmentsPreviewReason> {
  return client.call({ method: 'POST', path: '/v1/segments/preview', body }, options)
}

export { delete_ as delete }

/** The operations of `segments` with a client. */
export class SegmentsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List segments. GET /v1/segments; needs segments:read. */
  list(query: SegmentListQuery = {}, options: RequestOptions = {}): ListPromise<Segment, SegmentsListReason> {
    return list(this.#client, query, options)
  }
  /** Create a segment. POST /v1/segments; needs segments:write. */
  create(body: SegmentCreate, options: RequestOptions = {}): ApiPromise<Segment, SegmentsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a segment. GET /v1/segments/{id}; needs segments:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Segment, SegmentsGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a segment; the members change once a changed rule has been applied to all people. PATCH /v1/segments/{id}; needs segments:write. */
  update(id: string, body: SegmentUpdate = {}, options: RequestOptions = {}): ApiPromise<Segment, SegmentsUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a segment that is not used by another segment's rule. DELETE /v1/segments/{id}; needs segments:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedSegment, SegmentsDeleteReason> {
    return delete_(this.#client, id, options)
  }
  /** Preview a rule without saving it: count its people, show some, and explain it for one person. POST /v1/segments/preview; needs segments:read. */
  preview(body: SegmentPreviewRequest, options: RequestOptions = {}): ApiPromise<SegmentPreviewResult, SegmentsPreviewReason> {
    return preview(this.#client, body, options)
  }}
