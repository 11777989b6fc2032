import { eventPermissions } from '../../event/eventPermissions.js'
import { assignableRoles, implicitRoles, type SitePermissions, stockPermissions } from '../../security/permissions.js'
import { membershipPermissions } from '../../workflow/membership.js'
import { translationPermissions } from '../../workflow/translation.js'

/** The roles that have each permission on the site root, excluding permissions that extensions add. */
export const shippedPermissions: SitePermissions = {
  ...stockPermissions,
  ...eventPermissions,
  ...membershipPermissions,
  ...translationPermissions,
}

/** The ids of all roles except the roles of extensions. */
export const shippedRoles: readonly string[] = [...assignableRoles, ...implicitRoles]
