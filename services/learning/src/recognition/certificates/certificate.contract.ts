import {
  A,
  C,
  event,
  filter,
  fragmentWith,
  G,
  I,
  id,
  L,
  LN,
  P,
  pageVisit,
  personal,
  refuse,
  resource,
  stamps,
  statusOf,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { byCourse, personBy } from '../../relations/relation.contract.ts'
import { refusals as progressRefusals } from '../../study/progress/progress.contract.ts'
import { PublicJwk } from '../badges/public-jwk.ts'
import { templateId } from '../certificate-templates/design-schema.ts'
import { certificateLifecycle } from './certificate.lifecycle.ts'

/** A first and a last name have 100 characters each. */
const name = () => text(201).meta({ examples: ['Ann Lee'] })

export const Certificate = z.object({
  id: id('cer'),
  number: text(40)
    .describe('Anybody checks it at `{site_url}/certificates/{number}`, in any case, with or without dashes.')
    .meta({ examples: ['2345-6789-ABCD-EFGH'] }),
  user_id: id('usr'),
  course_id: id('crs'),
  template_id: templateId(),
  template_version: z.int32().min(1).describe('The version of the design by which it is drawn.'),
  status: statusOf(certificateLifecycle).describe(
    'A revoked certificate is shown as such by the public check.',
  ),
  name: personal(name()).describe('The name on it; it stays when the person changes theirs.'),
  course_title: text(200)
    .meta({ examples: ['Watercolour'] })
    .describe('The title of the course as printed on the certificate.'),
  school_name: text(200)
    .meta({ examples: ['School of arts'] })
    .describe('The name of the school as printed on the certificate.'),
  issued_at: timestamp(),
  completed_at: timestamp()
    .nullable()
    .describe('When the person completed the course; null for one who has not.'),
  revoked_at: timestamp().nullable(),
  revoke_reason: personal(text(500)).describe('Shown by the public check.'),
  ...stamps,
})
export type Certificate = z.infer<typeof Certificate>

export const PublicCertificate = Certificate.pick({
  ...{ number: true, status: true, name: true, course_title: true, school_name: true },
  ...{ issued_at: true, completed_at: true, revoked_at: true, revoke_reason: true },
})
export type PublicCertificate = z.infer<typeof PublicCertificate>

/** For a program the certificate itself. */
export const CheckPage = fragmentWith(PublicCertificate)
export type CheckPage = z.infer<typeof CheckPage>

export const refusals = refuse({
  template_missing: {
    status: 422,
    when: 'no template names the course, or template_id is not the id of one',
    message:
      'Name a template of this school as template_id, or name the course in one: PATCH /v1/certificate-templates/{id}.',
  },
  name_undrawable: {
    status: 422,
    when: 'the name is in a script, or has a group of letters, that no font of documents can show',
    message: 'The certificate could not show this name as it is written. Send name in another script.',
  },
  name_missing: {
    status: 422,
    when: 'the person has no name, and the call gives none',
    message: 'This person has no name. Give the name for the certificate.',
  },
  certificate_exists: {
    status: 409,
    when: 'a valid certificate of the person and course was issued at the same time',
    message: 'This certificate has just been issued: GET /v1/certificates?user_id=…&course_id=….',
  },
  certificate_revoked: {
    status: 409,
    when: 'the certificate is revoked',
    message: 'This certificate is revoked. Issue a new one: POST /v1/certificates.',
  },
})

const eventOptions = { object: Certificate, related: ['user_id', 'course_id'] as const }
export const certificateIssued = event('course.certificate_issued', {
  when: 'a certificate was issued, by the completion of its course or by hand',
  ...eventOptions,
  example: { status: 'issued', revoked_at: null, revoke_reason: '' },
})
export const certificateRevoked = event('course.certificate_revoked', {
  when: 'a certificate was revoked',
  ...eventOptions,
  example: { status: 'revoked', revoke_reason: 'Issued by mistake' },
})

export const CertificateFile = z.object({
  id: id('cer'),
  number: Certificate.shape.number,
  download_path: text(300).describe(
    'Where to download the PDF, without a credential: a path at the school’s own address.',
  ),
  download_expires_at: text(40).describe('When the link expires: after 24 hours.'),
})

export const certificates = resource({
  list: L('GET /v1/certificates', {
    summary: 'List certificates; students see their own, curators those of the people assigned to them',
    permission: 'certificates:read',
    returns: Certificate,
    list: {
      filters: { number: filter.text },
      sorts: ['created_at', 'updated_at'],
      expands: { user: personBy('user_id', 'certificates:read'), course: byCourse },
    },
  }),
  create: C('POST /v1/certificates', {
    summary:
      'Issue a certificate to a person who studies the course; a repetition answers with the valid one',
    permission: 'certificates:write',
    body: z.strictObject({
      user_id: id('usr'),
      course_id: id('crs'),
      template_id: templateId()
        .optional()
        .describe('The template to draw it by; by default the newest that names the course.'),
      name: text(200, 1).optional().describe('The name on the certificate; by default that of the person.'),
    }),
    example: {
      user_id: 'usr_01h455vb4pex5vsknk084sn02q',
      course_id: 'crs_01h455vb4pex5vsknk084sn02q',
      name: 'Ann Lee',
    },
    returns: Certificate,
    bound: 'event',
    refuses: [
      progressRefusals.study_unknown,
      refusals.template_missing,
      refusals.name_missing,
      refusals.name_undrawable,
      refusals.certificate_exists,
    ],
    emits: [certificateIssued],
  }),
  get: G('GET /v1/certificates/{id}', {
    summary: 'Get a certificate',
    permission: 'certificates:read',
    returns: Certificate,
  }),
  revoke: A('POST /v1/certificates/{id}/revoke', {
    summary: 'Revoke a certificate; the public check shows the reason',
    permission: 'certificates:write',
    body: z.strictObject({
      reason: personal(text(500, 1))
        .meta({ examples: ['Issued by mistake'] })
        .describe('Why it is revoked; shown by the public check.'),
    }),
    returns: Certificate,
    bound: null,
    refuses: [refusals.certificate_revoked],
    emits: [certificateRevoked],
  }),
  file: LN('GET /v1/certificates/{id}/file', {
    summary: 'Get a link to the PDF of a certificate; with `Accept: application/pdf`, the PDF itself',
    permission: 'certificates:read',
    returns: CertificateFile,
    list: { filters: {}, sorts: ['number'] },
    documents: ['application/pdf'],
  }),
  credential: G('GET /v1/certificates/{id}/credential', {
    summary: 'Get a certificate as an Open Badges 3.0 credential, signed by the school',
    permission: 'certificates:read',
    returns: z.object({
      id: id('cer'),
      credential: text(20_000).describe('A compact JWS (RS256). Its `kid` is the address of the public key.'),
    }),
  }),
})

/** What strangers may ask, through the gateway. */
export const certificateChecks = resource({
  show: I('POST /internal/certificates/check', {
    summary: 'The page about the certificate of a number; 404 also after an erasure',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      ...pageVisit,
      number: text(100),
      domain: text(300).describe('The domain of the school that was asked.'),
    }),
    returns: CheckPage,
  }),
  revocations: I('POST /internal/certificates/revocations', {
    summary: 'Whether the credential of a number was revoked, as a 1EdTech revocation list',
    callers: ['gateway'],
    permission: null,
    body: z.object({ number: text(100) }),
    returns: z.object({
      id: z.string(),
      issuer: z.string(),
      revokedCredential: z.array(
        z.object({ id: z.string(), revoked: z.literal(true), revocationReason: z.string() }),
      ),
    }),
  }),
  badge: I('POST /internal/certificates/badge', {
    summary:
      'The credential of a number and its picture, with the credential baked in; 404 once it is revoked',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      number: text(100),
      image: z.boolean().default(false).describe('Whether its picture is also drawn as PNG.'),
    }),
    returns: z.object({
      credential: z.string().describe('A compact JWS.'),
      picture: z.string().describe('SVG.'),
      image: z.string().nullable().default(null).describe('PNG, in base64, where it was wanted.'),
    }),
  }),
  keys: I('POST /internal/certificates/keys', {
    summary: 'The public keys of a school that sign credentials',
    callers: ['gateway'],
    permission: null,
    returns: z.object({ keys: z.array(z.object({ id: id('bdk'), jwk: PublicJwk })) }),
  }),
})

/** The public page, which the gateway answers at the address of the school. */
export const certificatePages = resource({
  check: P('GET /certificates/{number}', {
    summary: 'Check a certificate; browsers get a page',
    permission: null,
    path: { number: text(100, 1).describe('The number that is printed on the certificate.') },
    returns: PublicCertificate,
  }),
})
