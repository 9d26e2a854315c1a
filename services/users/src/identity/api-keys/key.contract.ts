import {
  atMost,
  bodiesOf,
  C,
  callerKinds,
  deleted,
  full,
  G,
  I,
  id,
  keyKinds,
  L,
  M,
  oneOf,
  refuse,
  resource,
  roles,
  stamps,
  takes,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'

const maxKeys = 1000
/** How long a revoked key counts in the maximum, so that issuing and revoking cannot go on without end. */
export const keptDays = 30

const mask = () =>
  z
    .string()
    // A key's masks are part of a header of each of its requests.
    .max(64)
    .regex(
      /^(\*|\*:(read|write)|[a-z][a-z-]*:(read|write|\*))$/,
      'must be <resource>:read|write, or a mask such as *, *:read, orders:*',
    )
const scope = () => z.array(mask()).min(1).max(100)
const network = () => z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])
const networks = () => z.array(network()).min(1).max(50)

export const ApiKey = z.object({
  id: id('key'),
  name: takes(text(100), text(100, 1))
    .meta({ examples: ['CRM'] })
    .describe('What tells the keys of the school apart in lists and in the audit log.'),
  kind: oneOf(keyKinds).describe(
    '`integration` belongs to the school, `personal` to a person, `agent` to an AI agent; a `publishable` key may stand in web pages.',
  ),
  role: oneOf(roles).describe('The role whose permissions the key has at most.'),
  scope: takes(z.array(z.string().meta({ examples: ['*'] })), scope()).describe(
    'Permissions that limit those of the role, such as `orders:read`; `*` stands for all.',
  ),
  user_id: id('usr').nullable().describe('The person of a personal key.'),
  allowed_networks: takes(z.array(z.string()), networks())
    .nullable()
    .describe('Addresses and networks from which the key works; null for everywhere.'),
  hint: z
    .string()
    .describe('The last four characters of the value, to tell keys apart.')
    .meta({ examples: ['9c1e'] }),
  expires_at: timestamp().nullable(),
  revoked_at: timestamp().nullable(),
  last_used_at: timestamp().nullable().describe('When the key was last used, to the minute; null for never.'),
  previous_expires_at: timestamp()
    .nullable()
    .describe('Until when the value before the last rotation also works; null before the first rotation.'),
  ...stamps,
})
export type ApiKey = z.infer<typeof ApiKey>

/** Keys of one answer for the platform team. */
export const maxKeysOfAll = 1000
/** A key as the platform team sees it: nothing of its value, and not whose it is. */
export const KeyOfSchool = ApiKey.pick({
  id: true,
  name: true,
  kind: true,
  role: true,
  scope: true,
  expires_at: true,
  last_used_at: true,
  created_at: true,
}).extend({ school_id: id('sch') })
export type KeyOfSchool = z.infer<typeof KeyOfSchool>

export const IssuedKey = ApiKey.extend({
  api_key: z
    .string()
    .describe('The value of the key. Shown only once; only its hash is stored.')
    .meta({ examples: ['lms_integration_8d2c…9c1e'] }),
})

/** A changed key; the value is present after a rotation. */
export const ChangedKey = ApiKey.extend({
  api_key: z.string().optional().describe('The new value, after a rotation. Shown only once.'),
})

const bodies = bodiesOf(ApiKey, {
  readOnly: ['hint', 'revoked_at', 'last_used_at', 'previous_expires_at'],
  immutable: ['kind', 'role', 'user_id'],
  defaults: { scope: ['*'] },
})
const NewKey = bodies.create.extend({
  allowed_networks: bodies.change.shape.allowed_networks.describe(
    'The networks that it may be used from; null for all. Default: those of the issuing key.',
  ),
  expires_at: bodies.change.shape.expires_at.describe(
    'When it expires; null for never. Default: as the issuing key.',
  ),
})
export type NewKey = z.output<typeof NewKey>

/** Seconds that the old value may work after a rotation: at most 30 days, by default a day. */
const rotation = () =>
  z.strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(2_592_000)
      .default(86_400)
      .describe('Seconds for which the present value works beside the new one.'),
  })

export const refusals = refuse({
  key_beyond_issuer: {
    status: 403,
    when: 'the key has, or would have, a higher role or more permissions than the key that issues, changes or revokes it',
    message:
      'The key would have a higher role or more permissions than yours. Narrow its role or scope, or use a key that has them all.',
  },
  key_outlives_issuer: {
    status: 403,
    when: 'the key is, or would be, valid for longer than the key that issues, changes or revokes it',
    message:
      'The key would expire later than yours. Give it an earlier expires_at, or use a key that is valid as long.',
  },
  key_networks_beyond_issuer: {
    status: 403,
    when: 'the key works, or would work, from networks that the key that issues, changes or revokes it lacks',
    message:
      'The key would work from networks that yours does not. Narrow allowed_networks, or use a key that works from all of them.',
  },
  key_user_mismatch: {
    status: 422,
    when: 'user_id is missing for a personal key, or sent for another kind',
    message: 'A personal key needs user_id, and other kinds do not take one.',
  },
  key_user_unknown: {
    status: 422,
    when: 'user_id is not the id of an active person of the school',
    message: 'user_id must be the id of an active person of this school.',
  },
  key_expiry_past: {
    status: 422,
    when: 'expires_at is not in the future',
    message: 'expires_at must be in the future.',
  },
  key_ended: {
    status: 409,
    when: 'the key to be rotated has expired',
    message: 'This key has expired. Give it a later expires_at together with rotate, or issue another one.',
  },
  key_revoked: {
    status: 409,
    when: 'the key is revoked',
    message: 'This key is revoked. Issue another one.',
  },
  keys_limit_reached: full(
    maxKeys,
    `keys, including those revoked in the last ${keptDays} days`,
    'Revoke some.',
  ),
})

export const keyRoom = atMost(maxKeys, refusals.keys_limit_reached)

export const apiKeys = resource({
  list: L('GET /v1/api-keys', {
    summary: 'List keys: name, role, kind, last use',
    permission: 'api-keys:read',
    returns: ApiKey,
    list: {
      filters: {},
      sorts: ['created_at', 'name'],
    },
  }),
  issue: C('POST /v1/api-keys', {
    summary: 'Issue a key; only this answer shows its value',
    permission: 'api-keys:write',
    body: NewKey,
    example: { name: 'CRM', kind: 'integration', role: 'manager' },
    returns: IssuedKey,
    refuses: [
      refusals.key_beyond_issuer,
      refusals.key_outlives_issuer,
      refusals.key_networks_beyond_issuer,
      refusals.key_user_mismatch,
      refusals.key_user_unknown,
      refusals.key_expiry_past,
    ],
    bound: keyRoom,
    secretAnswer: true,
  }),
  get: G('GET /v1/api-keys/{id}', { summary: 'Get a key', permission: 'api-keys:read', returns: ApiKey }),
  update: M('PATCH /v1/api-keys/{id}', {
    summary: 'Rename a key, narrow its scope, change its expiry or networks, rotate its value',
    permission: 'api-keys:write',
    body: bodies.change.extend({
      rotate: rotation()
        .optional()
        .describe(
          'Creates a new value, shown in api_key. The present one also works for overlap_seconds. A value that ' +
            'still worked after an earlier rotation stops at once.',
        ),
    }),
    example: { name: 'Shop' },
    returns: ChangedKey,
    refuses: [
      refusals.key_beyond_issuer,
      refusals.key_outlives_issuer,
      refusals.key_networks_beyond_issuer,
      refusals.key_user_unknown,
      refusals.key_expiry_past,
      refusals.key_ended,
      refusals.key_revoked,
    ],
    secretAnswer: true,
  }),
  revoke: M('DELETE /v1/api-keys/{id}', {
    summary: 'Revoke a key; it stops working everywhere within a second',
    permission: 'api-keys:write',
    returns: deleted(id('key')),
    refuses: [refusals.key_beyond_issuer, refusals.key_outlives_issuer, refusals.key_networks_beyond_issuer],
  }),
})

/** The gateway's facts about a key or a session; `rights` are sets of masks that must all grant a permission. */
export const ResolvedKey = z.object({
  key: z.union([id('key'), id('ses')]),
  kind: oneOf(callerKinds),
  role: oneOf(roles),
  user: id('usr').nullable(),
  rights: z.array(z.array(z.string())),
  allowed_networks: z.array(z.string()).nullable(),
  expires_at: timestamp().nullable(),
  only: z.string().nullable().describe('The digest of the only call that it may make; null for any.'),
})
export type ResolvedKey = z.infer<typeof ResolvedKey>

export const keyInternalApi = resource({
  /** A key by the SHA-256 of its value (hex). 404 if there is none, or it is revoked or expired. */
  resolve: I('POST /internal/keys/resolve', {
    summary: 'Resolve a key by its hash',
    callers: ['gateway'],
    permission: null,
    body: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    returns: ResolvedKey,
  }),
  /** The person acted for; 404 if they are not an active person of the school. */
  actFor: I('POST /internal/users/act-for', {
    summary: 'Permissions of a person acted for',
    callers: ['gateway'],
    permission: null,
    body: z.object({ user: id('usr') }),
    returns: z.object({ user: id('usr'), role: oneOf(roles), rights: z.array(z.string()) }),
  }),
  /**
   * The present rights of who ordered work that goes on without them: by the id of the key or session, and the person of
   * X-On-Behalf-Of. 404 if it was revoked, closed, or is expired, or the person left.
   */
  present: I('POST /internal/keys/present', {
    summary: 'Present rights of a key or session by its id',
    callers: ['crm', 'learning', 'service'],
    permission: null,
    body: z.object({
      key: z.union([id('key'), id('ses')]),
      on_behalf_of: id('usr').nullable(),
    }),
    returns: ResolvedKey.pick({ kind: true, role: true, user: true, rights: true }),
  }),
  /** Records that keys and sessions were used; times are accurate to a minute. */
  used: I('POST /internal/keys/used', {
    summary: 'Record the last use of keys and sessions',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      uses: z.array(z.object({ key: z.union([id('key'), id('ses')]), at: timestamp() })).max(1000),
    }),
    returns: z.object({ noted: z.int() }),
  }),
  /** The keys of all schools that work, for the platform team, in the order of their ids. */
  ofAll: I('POST /internal/keys/of-all', {
    summary: 'List the keys of all schools',
    callers: ['gateway'],
    permission: null,
    body: z.object({ after: id('key').nullable() }),
    returns: z.object({
      keys: z.array(KeyOfSchool).max(maxKeysOfAll),
      next: id('key').nullable().describe('`after` for the next ones; null after the last one.'),
    }),
  }),
  /** Issues a first key of a school for the platform team. */
  issueFirst: I('POST /internal/keys/issue', {
    summary: 'Issue a key for the platform team',
    callers: ['gateway'],
    operatorRoute: 'POST /operator/v1/schools/{id}/keys',
    permission: null,
    body: bodies.create
      .pick({
        name: true,
        role: true,
        scope: true,
      })
      .extend({
        kind: oneOf(['integration', 'publishable']).describe(
          '`integration` belongs to the school; a `publishable` key may stand in web pages.',
        ),
      }),
    returns: IssuedKey,
  }),
})
