// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Note {
  /** The id of the note. */
  id: string
  /** The person whom the note is about. */
  user_id: string
  /** The order of the person that it is about. */
  order_id: string | null
  /** Who wrote it; null for a key without a person. */
  author_id: string | null
  /** What the note says about the person; only staff read it. */
  text: string
  /** The note about the same person that this one corrects; its text stays readable as `replaced`. */
  replaces: string | null
  /** `active` is what holds; `replaced` after a correction, `withdrawn` once it was taken back. */
  status: 'active' | 'replaced' | 'withdrawn'
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the note was created. */
  created_at: string
  /** When the note last changed. */
  updated_at: string
}

export interface NoteCreate {
  /** The person whom the note is about. */
  user_id: string
  /** The order of the person that it is about. Default: `null`. */
  order_id?: string | null
  /** The text; without one the note in `replaces` is taken back. */
  text?: string
  /** The note about the same person that this one corrects; its text stays readable as `replaced`. Default: `null`. */
  replaces?: string | null
}

export type NoteSort = 'created_at' | '-created_at'
/** The query of the list of Note. */
export interface NoteListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<NoteSort>
  /** Words to search for. */
  q?: string
  user_id?: OneOrMany<string>
  order_id?: OneOrMany<string>
  author_id?: OneOrMany<string>
  replaces?: OneOrMany<string>
  status?: OneOrMany<'active' | 'replaced' | 'withdrawn'>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `notes.list` can be refused. */
export type NotesListReason = CommonReason
/** List notes of the staff about people and their orders: the active ones, unless a filter asks for a status. GET /v1/notes; needs notes:read. */
export function list(client: Caller, query: NoteListQuery = {}, options: RequestOptions = {}): ListPromise<Note, NotesListReason> {
  return client.list({ method: 'GET', path: '/v1/notes', query }, options)
}

/** Why `notes.create` can be refused. */
export type NotesCreateReason = CommonReason | 'user_unknown' | 'note_without_text' | 'note_not_active' | 'note_of_another' | 'notes_limit_reached'
/** Write a note about a person or one of their orders; correct or take back one by `replaces`. POST /v1/notes; needs notes:write. */
export function create(client: Caller, body: NoteCreate, options: RequestOptions = {}): ApiPromise<Note, NotesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/notes', body }, options)
}

/** The operations of `notes` with a client. */
export class NotesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List notes of the staff about people and their orders: the active ones, unless a filter asks for a status. GET /v1/notes; needs notes:read. */
  list(query: NoteListQuery = {}, options: RequestOptions = {}): ListPromise<Note, NotesListReason> {
    return list(this.#client, query, options)
  }
  /** Write a note about a person or one of their orders; correct or take back one by `replaces`. POST /v1/notes; needs notes:write. */
  create(body: NoteCreate, options: RequestOptions = {}): ApiPromise<Note, NotesCreateReason> {
    return create(this.#client, body, options)
  }}
