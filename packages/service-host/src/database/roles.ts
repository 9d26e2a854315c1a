// The database roles of a service: their names, passwords and addresses.
import type { Vault } from '../kernel/vault.ts'

/** The role of a service, and the role of its workers across schools. */
export const roleOf = (schema: string) => `lms_${schema}`
export const systemRoleOf = (schema: string) => `lms_${schema}_system`

/** The password of a service's database role, derived from the installation's secret keys. */
export const rolePassword = (vault: Vault, role: string) =>
  vault.derive(`database role ${role}`).toString('base64url')

/** The connection address of a role, from the owner's address. */
export function roleUrl(ownerUrl: string, role: string, vault: Vault): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = rolePassword(vault, role)
  return url.toString()
}
