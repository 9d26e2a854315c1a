// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface CertificateTemplate {
  /** The id of the certificate template. */
  id: string
  /** What staff read when they choose a template; it is not printed. */
  name: string
  /** Whoever completes one of these courses gets a certificate by this template. Of several templates of a course the newest counts. */
  course_ids: string[]
  /** The sheet on which the certificate is printed. */
  page: {
    /** The format of the paper: A4 is 210 by 297 mm, `letter` 8.5 by 11 inches. */
    size: 'A4' | 'letter'
    /** Whether the long edge lies (`landscape`) or stands (`portrait`). */
    orientation: 'landscape' | 'portrait'
  }
  /** The language of the dates on it, which are days in the zone of the course. */
  language: string
  /** An image that covers the page: a PNG without interlacing, or a JPEG, of at most 4 MiB. */
  background_file_id: string | null
  /** In points (1/72 inch) from the top left corner; an A4 page has 842 by 595. Later boxes stand above earlier ones. `qr` leads to the public check. */
  boxes: ({
    /** Always `text`: it tells this form from the others. */
    kind: 'text'
    /** The distance of the left edge of the box from that of the page, in points. */
    x: number
    /** The distance of the top edge of the box from that of the page, in points. */
    y: number
    /** The width of the box, in points. */
    width: number
    /** The height of the box, in points. */
    height: number
    /** May name `{{name}}`, `{{course}}`, `{{school}}`, `{{issued_on}}`, `{{completed_on}}`, `{{number}}`, `{{url}}`. */
    text: string
    /** Of its letters, in points. Too long a text shrinks, then it is wrapped. */
    size: number
    /** Whether the letters are bold. */
    bold: boolean
    /** Where the text stands in the width of its box. */
    align: 'left' | 'center' | 'right'
    /** The colour of the letters: `#` and six hexadecimal digits. */
    colour: string
  } | {
    /** Always `image`: it tells this form from the others. */
    kind: 'image'
    /** The distance of the left edge of the box from that of the page, in points. */
    x: number
    /** The distance of the top edge of the box from that of the page, in points. */
    y: number
    /** The width of the box, in points. */
    width: number
    /** The height of the box, in points. */
    height: number
    /** A PNG without interlacing, or a JPEG, of at most 4 MiB: a signature, a seal. */
    file_id: string
  } | {
    /** Always `qr`: it tells this form from the others. */
    kind: 'qr'
    /** The distance of the left edge of the box from that of the page, in points. */
    x: number
    /** The distance of the top edge of the box from that of the page, in points. */
    y: number
    /** The width of the box, in points. */
    width: number
    /** The height of the box, in points. */
    height: number
  })[]
  /** Rises with each change of page, language, background or boxes. A certificate keeps its own. */
  design_version: number
  /** When the first certificate was issued by it. From then on it is not deleted. */
  issued_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the certificate template was created. */
  created_at: string
  /** When the certificate template last changed. */
  updated_at: string
}

export interface CertificateTemplateCreate {
  /** What staff read when they choose a template; it is not printed. */
  name: string
  /** Whoever completes one of these courses gets a certificate by this template. Of several templates of a course the newest counts. Default: `[]`. */
  course_ids?: string[]
  /** The sheet on which the certificate is printed. Default: `{"size":"A4","orientation":"landscape"}`. */
  page?: {
    /** The format of the paper: A4 is 210 by 297 mm, `letter` 8.5 by 11 inches. */
    size: 'A4' | 'letter'
    /** Whether the long edge lies (`landscape`) or stands (`portrait`). */
    orientation: 'landscape' | 'portrait'
  }
  /** The language of the dates on it, which are days in the zone of the course. Default: `"en"`. */
  language?: string
  /** An image that covers the page: a PNG without interlacing, or a JPEG, of at most 4 MiB. Default: `null`. */
  background_file_id?: string | null
  /** In points (1/72 inch) from the top left corner; an A4 page has 842 by 595. Later boxes stand above earlier ones. `qr` leads to the public check. Default: `[]`. */
  boxes?: ({
    /** Always `text`: it tells this form from the others. */
    kind: 'text'
    /** The distance of the left edge of the box from that of the page, in points. */
    x: number
    /** The distance of the top edge of the box from that of the page, in points. */
    y: number
    /** The width of the box, in points. */
    width: number
    /** The height of the box, in points. */
    height: number
    /** May name `{{name}}`, `{{course}}`, `{{school}}`, `{{issued_on}}`, `{{completed_on}}`, `{{number}}`, `{{url}}`. */
    text: string
    /** Of its letters, in points. Too long a text shrinks, then it is wrapped. */
    size: number
    /** Whether the letters are bold. */
    bold: boolean
    /** Where the text stands in the width of its box. */
    align: 'left' | 'center' | 'right'
    /** The colour of the letters: `#` and six hexadecimal digits. */
    colour: string
  } | {
    /** Always `image`: it tells this form from the others. */
    kind: 'image'
    /** The distance of the left edge of the box from that of the page, in points. */
    x: number
    /** The distance of the top edge of the box from that of the page, in points. */
    y: number
    /** The width of the box, in points. */
    width: number
    /** The height of the box, in points. */
    height: number
    /** A PNG without interlacing, or a JPEG, of at most 4 MiB: a signature, a seal. */
    file_id: string
  } | {
    /** Always `qr`: it tells this form from the others. */
    kind: 'qr'
    /** The distance of the left edge of the box from that of the page, in points. */
    x: number
    /** The distance of the top edge of the box from that of the page, in points. */
    y: number
    /** The width of the box, in points. */
    width: number
    /** The height of the box, in points. */
    height: number
  })[]
}

export interface CertificateTemplatePreviewResult {
  /** Where to download the PDF, without a credential: a path at the school’s own address. */
  download_path: string
  /** When the link expires: after 24 hours. */
  download_expires_at: string
}

export interface CertificateTemplateUpdate {
  /** What staff read when they choose a template; it is not printed. */
  name?: string
  /** Whoever completes one of these courses gets a certificate by this template. Of several templates of a course the newest counts. */
  course_ids?: string[]
  /** The sheet on which the certificate is printed. */
  page?: {
    /** The format of the paper: A4 is 210 by 297 mm, `letter` 8.5 by 11 inches. */
    size: 'A4' | 'letter'
    /** Whether the long edge lies (`landscape`) or stands (`portrait`). */
    orientation: 'landscape' | 'portrait'
  }
  /** The language of the dates on it, which are days in the zone of the course. */
  language?: string
  /** An image that covers the page: a PNG without interlacing, or a JPEG, of at most 4 MiB. */
  background_file_id?: string | null
  /** In points (1/72 inch) from the top left corner; an A4 page has 842 by 595. Later boxes stand above earlier ones. `qr` leads to the public check. */
  boxes?: ({
    /** Always `text`: it tells this form from the others. */
    kind: 'text'
    /** The distance of the left edge of the box from that of the page, in points. */
    x: number
    /** The distance of the top edge of the box from that of the page, in points. */
    y: number
    /** The width of the box, in points. */
    width: number
    /** The height of the box, in points. */
    height: number
    /** May name `{{name}}`, `{{course}}`, `{{school}}`, `{{issued_on}}`, `{{completed_on}}`, `{{number}}`, `{{url}}`. */
    text: string
    /** Of its letters, in points. Too long a text shrinks, then it is wrapped. */
    size: number
    /** Whether the letters are bold. */
    bold: boolean
    /** Where the text stands in the width of its box. */
    align: 'left' | 'center' | 'right'
    /** The colour of the letters: `#` and six hexadecimal digits. */
    colour: string
  } | {
    /** Always `image`: it tells this form from the others. */
    kind: 'image'
    /** The distance of the left edge of the box from that of the page, in points. */
    x: number
    /** The distance of the top edge of the box from that of the page, in points. */
    y: number
    /** The width of the box, in points. */
    width: number
    /** The height of the box, in points. */
    height: number
    /** A PNG without interlacing, or a JPEG, of at most 4 MiB: a signature, a seal. */
    file_id: string
  } | {
    /** Always `qr`: it tells this form from the others. */
    kind: 'qr'
    /** The distance of the left edge of the box from that of the page, in points. */
    x: number
    /** The distance of the top edge of the box from that of the page, in points. */
    y: number
    /** The width of the box, in points. */
    width: number
    /** The height of the box, in points. */
    height: number
  })[]
}

export interface DeletedCertificateTemplate {
  /** The id of the certificate template. */
  id: string
  /** Always true: the certificate template was deleted. */
  deleted: true
}

export type CertificateTemplateSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name'
/** The query of the list of CertificateTemplate. */
export interface CertificateTemplateListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<CertificateTemplateSort>
  background_file_id?: OneOrMany<string>
  issued_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `certificateTemplates.list` can be refused. */
export type CertificateTemplatesListReason = CommonReason
/** List certificate templates. GET /v1/certificate-templates; needs certificate-templates:read. */
export function list(client: Caller, query: CertificateTemplateListQuery = {}, options: RequestOptions = {}): ListPromise<CertificateTemplate, CertificateTemplatesListReason> {
  return client.list({ method: 'GET', path: '/v1/certificate-templates', query }, options)
}

/** Why `certificateTemplates.create` can be refused. */
export type CertificateTemplatesCreateReason = CommonReason | 'template_course_unknown' | 'variable_unknown' | 'templates_limit_reached'
/** Create a certificate template. POST /v1/certificate-templates; needs certificate-templates:write. */
export function create(client: Caller, body: CertificateTemplateCreate, options: RequestOptions = {}): ApiPromise<CertificateTemplate, CertificateTemplatesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/certificate-templates', body }, options)
}

/** Why `certificateTemplates.get` can be refused. */
export type CertificateTemplatesGetReason = CommonReason
/** Get a certificate template. GET /v1/certificate-templates/{id}; needs certificate-templates:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<CertificateTemplate, CertificateTemplatesGetReason> {
  return client.call({ method: 'GET', path: `/v1/certificate-templates/${encodeURIComponent(id)}` }, options)
}

/** Why `certificateTemplates.update` can be refused. */
export type CertificateTemplatesUpdateReason = CommonReason | 'template_course_unknown' | 'variable_unknown'
/** Change a certificate template. PATCH /v1/certificate-templates/{id}; needs certificate-templates:write. */
export function update(client: Caller, id: string, body: CertificateTemplateUpdate = {}, options: RequestOptions = {}): ApiPromise<CertificateTemplate, CertificateTemplatesUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/certificate-templates/${encodeURIComponent(id)}`, body }, options)
}

/** Why `certificateTemplates.delete` can be refused. */
export type CertificateTemplatesDeleteReason = CommonReason | 'template_issued'
/** Delete a certificate template that was never used. DELETE /v1/certificate-templates/{id}; needs certificate-templates:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedCertificateTemplate, CertificateTemplatesDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/certificate-templates/${encodeURIComponent(id)}` }, options)
}

/** Why `certificateTemplates.preview` can be refused. */
export type CertificateTemplatesPreviewReason = CommonReason | 'image_invalid'
/** Preview a certificate template with sample data, as a link to the PDF. POST /v1/certificate-templates/{id}/preview; needs certificate-templates:read. */
export function preview(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<CertificateTemplatePreviewResult, CertificateTemplatesPreviewReason> {
  return client.call({ method: 'POST', path: `/v1/certificate-templates/${encodeURIComponent(id)}/preview` }, options)
}

export { delete_ as delete }

/** The operations of `certificateTemplates` with a client. */
export class CertificateTemplatesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List certificate templates. GET /v1/certificate-templates; needs certificate-templates:read. */
  list(query: CertificateTemplateListQuery = {}, options: RequestOptions = {}): ListPromise<CertificateTemplate, CertificateTemplatesListReason> {
    return list(this.#client, query, options)
  }
  /** Create a certificate template. POST /v1/certificate-templates; needs certificate-templates:write. */
  create(body: CertificateTemplateCreate, options: RequestOptions = {}): ApiPromise<CertificateTemplate, CertificateTemplatesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a certificate template. GET /v1/certificate-templates/{id}; needs certificate-templates:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<CertificateTemplate, CertificateTemplatesGetReason> {
    return get(this.#client, id, options)
  }
  /** Change a certificate template. PATCH /v1/certificate-templates/{id}; needs certificate-templates:write. */
  update(id: string, body: CertificateTemplateUpdate = {}, options: RequestOptions = {}): ApiPromise<CertificateTemplate, CertificateTemplatesUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a certificate template that was never used. DELETE /v1/certificate-templates/{id}; needs certificate-templates:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedCertificateTemplate, CertificateTemplatesDeleteReason> {
    return delete_(this.#client, id, options)
  }
  /** Preview a certificate template with sample data, as a link to the PDF. POST /v1/certificate-templates/{id}/preview; needs certificate-templates:read. */
  preview(id: string, options: RequestOptions = {}): ApiPromise<CertificateTemplatePreviewResult, CertificateTemplatesPreviewReason> {
    return preview(this.#client, id, options)
  }}
