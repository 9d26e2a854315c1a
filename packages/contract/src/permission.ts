// Roles from the highest to the lowest, and permissions. A caller has sets of masks, and a permission if every set
// grants it.

export const roles = ['owner', 'administrator', 'manager', 'curator', 'student'] as const
export type Role = (typeof roles)[number]

/** Whether a role is this one or above it. */
export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) <= roles.indexOf(least)

/** The lower of two roles: a key's, and that of the person whom it belongs to or acts for. */
export const lowerRole = (one: Role, other: Role): Role => (isAtLeast(one, other) ? other : one)

export type Permission = `${string}:${'read' | 'write'}`
/** `*`, `*:read`, `orders:*`, `orders:read`. */
export type Mask = string

/** Whether one mask grants the permission. */
export function grants(mask: Mask, permission: Permission): boolean {
  if (mask === '*' || mask === permission) return true
  const [resource, verb] = permission.split(':')
  return mask === `*:${verb}` || mask === `${resource}:*`
}

/**
 * Whether every set has a mask that grants the permission: role ∩ scope ∩ person acted for. Without a set there is no
 * permission.
 */
export const hasPermission = (sets: readonly (readonly Mask[])[], permission: Permission): boolean =>
  sets.length > 0 && sets.every(masks => masks.some(mask => grants(mask, permission)))

/** Whether {@link hasPermission} holds for all of these. */
export const hasPermissions = (
  sets: readonly (readonly Mask[])[],
  permissions: readonly Permission[],
): boolean => permissions.every(permission => hasPermission(sets, permission))

/** Whether `wider` grants everything that `mask` grants. */
function covers(wider: Mask, mask: Mask): boolean {
  if (wider === '*' || wider === mask) return true
  if (mask === '*') return false
  const [resource, verb] = mask.split(':') as [string, string]
  const [widerResource, widerVerb] = wider.split(':') as [string, string]
  return (widerResource === '*' || widerResource === resource) && (widerVerb === '*' || widerVerb === verb)
}

/** A mask for both verbs as two masks, so that different masks may grant them. */
function halvesOf(mask: Mask): Mask[] {
  if (mask === '*') return ['*:read', '*:write']
  const [resource, verb] = mask.split(':')
  return verb === '*' ? [`${resource}:read`, `${resource}:write`] : [mask]
}

/** The masks that the sets do not fully cover: what a key with these masks would have beyond its issuer. */
export const beyond = (masks: readonly Mask[], sets: readonly (readonly Mask[])[]): Mask[] =>
  masks.filter(
    mask =>
      sets.length === 0 ||
      !halvesOf(mask).every(half => sets.every(set => set.some(wider => covers(wider, half)))),
  )
