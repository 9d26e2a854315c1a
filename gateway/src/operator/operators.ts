// Who of the platform team calls: people with names, roles and tokens of their own, of which only hashes are configured.
import { createHash, timingSafeEqual } from 'node:crypto'
import { common, Refused } from '@lms/contract'
import { operator } from './operator.contract.ts'

/** `viewer` reads, `support` also helps a school without changing what it may do, `admin` does everything. */
export const operatorRoles = ['viewer', 'support', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export interface Operator {
  /** As it stands in the audit logs of schools. */
  readonly name: string
  readonly role: OperatorRole
  /** SHA-256 of the token, which is random and long. */
  readonly hash: Buffer
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The operator of the token that an installation has at its begin: `operator`, who may do everything. */
export const firstOperator = (token: string): Operator => ({
  name: 'operator',
  role: 'admin',
  hash: digest(token),
})

/**
 * Operators as `LMS_OPERATORS` lists them, `name:role:sha256` in hex, with spaces between. What is wrong is added to
 * `faults`.
 */
export function readOperators(text: string, faults: string[]): Operator[] {
  const operators = text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap(line => {
      const [name = '', role = '', hash = '', ...rest] = line.split(':')
      const isRole = (operatorRoles as readonly string[]).includes(role)
      if (rest.length === 0 && /^[\w.@-]{1,60}$/.test(name) && isRole && /^[0-9a-f]{64}$/.test(hash))
        return [{ name, role: role as OperatorRole, hash: Buffer.from(hash, 'hex') }]
      faults.push(`LMS_OPERATORS must be name:role:sha256 with a role of ${operatorRoles.join(', ')}`)
      return []
    })
  if (new Set(operators.map(({ name }) => name)).size < operators.length)
    faults.push('LMS_OPERATORS must name each operator once')
  return operators
}

/** The operator of an `Authorization` header; refuses any other. Every hash is compared, so that time tells nothing. */
export function operatorOf(authorization: string | undefined, operators: readonly Operator[]): Operator {
  const sent = digest(/^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '')
  const [caller] = operators.filter(({ hash }) => timingSafeEqual(sent, hash))
  if (!caller) throw new Refused(common.credential_invalid, wrongToken)
  return caller
}

const wrongToken =
  'Send Authorization: Bearer <operator token>: LMS_OPERATOR_TOKEN of the gateway, or a token whose hash is in LMS_OPERATORS.'

/** What support may do besides reading. */
const ofSupport = new Set<string>([
  operator.rebuildCrm.route,
  operator.rebuildAnalytics.route,
  operator.confirmDomain.route,
])

/** Refuses an operation of the platform team that is beyond an operator's role. */
export function refuseBeyond({ role }: Operator, { method, path }: { method: string; path: string }): void {
  if (role === 'admin' || method === 'GET') return
  if (role === 'support' && ofSupport.has(`${method} ${path}`)) return
  throw new Refused(
    common.permission_missing,
    `An operator of the role ${role} may not do this. Ask an admin.`,
  )
}
